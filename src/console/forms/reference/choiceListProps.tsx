/** What the pickers of one record and of several have in common: the list of choices below what is typed. */
import { Box, Button } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useTranslate } from 'ra-core'
import { type KeyboardEvent, useState } from 'react'
import { Popup } from './ChoiceList'
import type { Choice, Choices } from './useChoices'

export function useOpened() {
  const [open, setOpen] = useState(false)
  return { open, onOpen: () => setOpen(true), onClose: () => setOpen(false) }
}

interface ChoiceListProps {
  opened: ReturnType<typeof useOpened>
  found: Choices
  /** How many choices there are, or why there are none. */
  summary: string
  isTyped: boolean
  /** There is something to say beneath the choices. */
  isPartial?: boolean
}

/** @returns the props of MUI's Autocomplete, and what stands beneath the choices */
export function useChoiceListProps({ opened, found, summary, isTyped, isPartial = false }: ChoiceListProps) {
  const translate = useTranslate()
  const note = found.error ? (
    <>
      {summary} <Button onClick={found.retry}>{translate('shell.retry')}</Button>
    </>
  ) : (
    summary
  )
  const hasMore = isPartial || found.waiting || found.error || found.total > found.choices.length
  return {
    note: hasMore && note,
    props: {
      ...opened,
      // Enter takes the first choice.
      autoHighlight: isTyped,
      onKeyDown: (event: KeyboardEvent) => {
        // Enter must not submit the form while a search is running.
        if (event.key === 'Enter' && opened.open && isTyped) event.preventDefault()
      },
      isOptionEqualToValue: (one: Choice, other: Choice) => String(one.id) === String(other.id),
      getOptionLabel: (choice: Choice) => choice.label,
      getOptionKey: (choice: Choice) => choice.id,
      loading: found.waiting,
      loadingText: summary,
      noOptionsText: note,
      slots: { paper: Popup },
    },
  }
}

/** Says to a screen reader what the open list holds. */
export const ListStatus = ({ open, summary }: { open: boolean; summary: string }) =>
  open && (
    <Box role="status" sx={visuallyHidden}>
      {summary}
    </Box>
  )
