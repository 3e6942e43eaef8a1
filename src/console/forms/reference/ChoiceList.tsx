/** The list of choices beneath a picker of records: its rows, and what is said of them. */
import { Box, Paper, type PaperProps } from '@mui/material'
import type { useTranslate } from 'ra-core'
import type { HTMLAttributes, ReactNode } from 'react'
import type { Choice, Choices } from './useChoices'

/** The secondary colour has too little contrast on the background of a marked choice. */
const LEGIBLE = { '[aria-selected="true"] > &, .Mui-focused > &': { color: 'inherit' } }

interface ChoiceOptionProps extends HTMLAttributes<HTMLLIElement> {
  choice: Choice
  /** In the secondary colour: the choice that stands for no record. */
  isQuiet?: boolean
}

/** A row of the list: the name, and the hint at the other end. */
export function ChoiceOption({ choice: { label, hint }, isQuiet = false, ...option }: ChoiceOptionProps) {
  return (
    <Box component="li" {...option} sx={{ gap: 1, justifyContent: 'space-between !important' }}>
      <Box
        component="span"
        // Whole: long names often differ at their ends alone.
        sx={{ overflowWrap: 'anywhere', color: isQuiet ? 'text.secondary' : undefined, ...LEGIBLE }}
      >
        {label}
      </Box>
      {hint && (
        <Box
          component="span"
          sx={{ color: 'text.secondary', fontSize: 12, whiteSpace: 'nowrap', ...LEGIBLE }}
        >
          {hint}
        </Box>
      )}
    </Box>
  )
}

/** One sentence about the list: that it is loading, has failed, or how many records there are. */
export function summaryOf(found: Choices, translate: ReturnType<typeof useTranslate>) {
  const { error, waiting, total } = found
  const offered = found.choices.length
  if (error) return translate('shell.failure.load')
  if (waiting) return translate('shell.loading')
  if (offered === 0) return translate('forms.input.nothing')
  const count = (number: number) => number.toLocaleString('ko-KR')
  return total > offered
    ? translate('forms.input.more', { total: count(total), shown: count(offered) })
    : translate('forms.input.found', { total: count(total) })
}

/** The list, and beneath it that there are more, or why there are none. */
export function Popup({ note, children, ...paper }: PaperProps & { note?: ReactNode }) {
  return (
    <Paper {...paper}>
      {children}
      {note && (
        <Box
          // Keeps the focus in the field, and so the list open.
          onMouseDown={event => event.preventDefault()}
          sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider', color: 'text.secondary', fontSize: 12 }}
        >
          {note}
        </Box>
      )}
    </Paper>
  )
}
