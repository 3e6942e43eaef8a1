/** Hooks shared by `RecordPicker` and `RecordsPicker`: the popup with the choices. */
import { Box, Button } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useTranslate } from 'ra-core'
import { type KeyboardEvent, useState } from 'react'
import { Popup } from './ChoiceList'
import type { Choice, Choices } from './useChoices'

export function useOpenState() {
  const [open, setOpen] = useState(false)
  return { open, onOpen: () => setOpen(true), onClose: () => setOpen(false) }
}

interface ChoiceListProps {
  openState: ReturnType<typeof useOpenState>
  found: Choices
  /** A sentence: how many choices there are, or why there are none. */
  summary: string
  isTyped: boolean
  /** Shows the summary below the choices even if they are complete. */
  isPartial?: boolean
}

/** @returns `props` for MUI's Autocomplete, and the `note` below its options */
export function useChoiceListProps({
  openState,
  found,
  summary,
  isTyped,
  isPartial = false,
}: ChoiceListProps) {
  const translate = useTranslate()
  const note = found.error ? (
    <>
      <span>{summary}</span> <Button onClick={found.retry}>{translate('shell.retry')}</Button>
    </>
  ) : (
    summary
  )
  const hasMore = isPartial || found.waiting || found.error || found.total > found.choices.length
  return {
    note: hasMore && note,
    props: {
      ...openState,
      // Enter picks the first choice.
      autoHighlight: isTyped,
      onKeyDown: (event: KeyboardEvent) => {
        // Enter must not submit the form while a search is running.
        if (event.key === 'Enter' && openState.open && isTyped) event.preventDefault()
      },
      isOptionEqualToValue: (option: Choice, value: Choice) => String(option.id) === String(value.id),
      getOptionLabel: (choice: Choice) => choice.label,
      getOptionKey: (choice: Choice) => choice.id,
      loading: found.waiting,
      loadingText: summary,
      noOptionsText: note,
      slots: { paper: Popup },
    },
  }
}

/** Announces the summary of the open popup to screen readers. */
export const ListStatus = ({ open, summary }: { open: boolean; summary: string }) =>
  open && (
    <Box role="status" sx={visuallyHidden}>
      {summary}
    </Box>
  )
