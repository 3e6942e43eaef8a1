/** Asks the user to type the number of affected devices before a large change, for which a click alone is too easy. */
import { TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { digitsOf } from '../../../domain/phone'

/** @param count the number to be typed @param isAsked false where the number is small enough for a click */
export function useTypedCount(count: number, isAsked = true) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  return {
    count,
    isAsked,
    typed,
    isWrong,
    /** Clears the input, when the number has changed. */
    reset: () => setTyped(''),
    type: (text: string) => {
      setTyped(text)
      setWrong(false)
    },
    /** Whether the number was typed, or is not asked for; otherwise the input shows an error. */
    isAgreed: () => {
      const agreed = !isAsked || digitsOf(typed) === String(count)
      setWrong(!agreed)
      return agreed
    },
  }
}

interface TypedCountProps {
  asked: ReturnType<typeof useTypedCount>
  label?: string
  /** Said when it is another number. */
  wrong?: string
  autoFocus?: boolean
}

export function TypedCount({ asked, label, wrong, autoFocus }: TypedCountProps) {
  const translate = useTranslate()
  const { count, isAsked, typed, isWrong, type } = asked
  const number = count.toLocaleString('ko-KR')
  if (!isAsked) return null
  return (
    <TextField
      fullWidth
      autoFocus={autoFocus}
      label={label ?? translate('bulk.confirm.label')}
      placeholder={number}
      value={typed}
      error={isWrong}
      helperText={isWrong ? (wrong ?? translate('bulk.confirm.wrong', { count: number })) : undefined}
      onChange={event => type(event.target.value)}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { inputMode: 'numeric', autoComplete: 'off' },
        formHelperText: { role: isWrong ? 'alert' : undefined },
      }}
    />
  )
}
