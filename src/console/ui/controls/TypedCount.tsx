/** Asks for a number to be typed before so many are changed: a click alone is soon done. */
import { TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { digitsOf } from '../../../domain/phone'

/** @param count how many it are; `isAsked` whether they are so many that the number is asked for */
export function useTypedCount(count: number, isAsked = true) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  return {
    count,
    isAsked,
    typed,
    isWrong,
    /** Takes back what was typed: by now it is another number. */
    reset: () => setTyped(''),
    type: (text: string) => {
      setTyped(text)
      setWrong(false)
    },
    /** Whether the number was typed, where it is asked for; says so where not. */
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
