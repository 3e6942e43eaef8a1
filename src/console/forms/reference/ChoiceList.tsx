/** The popup of a record picker: its options and the line below them. */

import { Box, Paper, type PaperProps } from '@mui/material'
import type { useTranslate } from 'ra-core'
import type { HTMLAttributes, ReactNode } from 'react'
import { grouped } from '../../../domain/grouped'
import type { Choice, Choices } from './useChoices'

/** The secondary colour has too little contrast on the background of a marked choice. */
const INHERIT_WHEN_MARKED = { '[aria-selected="true"] > &, .Mui-focused > &': { color: 'inherit' } }

interface ChoiceOptionProps extends HTMLAttributes<HTMLLIElement> {
  choice: Choice
  /** Shows the label in the secondary colour: for the choice "no record". */
  isQuiet?: boolean
}

/** An option: the name at the start, and the hint at the end. */
export function ChoiceOption({ choice: { label, hint }, isQuiet = false, ...option }: ChoiceOptionProps) {
  return (
    <Box component="li" {...option} sx={{ gap: 1, justifyContent: 'space-between !important' }}>
      <Box
        component="span"
        // Never truncated: long names often differ only at the end.
        sx={{
          overflowWrap: 'anywhere',
          color: isQuiet ? 'text.secondary' : undefined,
          ...INHERIT_WHEN_MARKED,
        }}
      >
        {label}
      </Box>
      {hint && (
        <Box
          component="span"
          sx={{ color: 'text.secondary', fontSize: 12, whiteSpace: 'nowrap', ...INHERIT_WHEN_MARKED }}
        >
          {hint}
        </Box>
      )}
    </Box>
  )
}

/** A sentence about the choices: that they are loading, have failed, or how many there are. */
export function summaryOf(found: Choices, translate: ReturnType<typeof useTranslate>) {
  const { error, waiting, total, more } = found
  const shownCount = found.choices.length
  if (error) return translate('shell.failure.load')
  if (waiting) return translate('shell.loading')
  if (shownCount === 0) return translate('forms.input.nothing')
  return total > shownCount
    ? translate('forms.input.more', { total: grouped(total, more), shown: grouped(shownCount) })
    : translate('forms.input.found', { total: grouped(total) })
}

/** The paper of the popup. @param note shown below the options, such as that there are more */
export function Popup({ note, children, ...paper }: PaperProps & { note?: ReactNode }) {
  return (
    <Paper {...paper}>
      {children}
      {note && (
        <Box
          // Keeps the focus in the field: on blur the popup would close.
          onMouseDown={event => event.preventDefault()}
          sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider', color: 'text.secondary', fontSize: 12 }}
        >
          {note}
        </Box>
      )}
    </Paper>
  )
}
