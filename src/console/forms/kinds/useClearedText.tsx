/**
 * Where §5 empties a field that is refused when the form is sent: a button beneath it brings the text back (decision
 * 15).
 */
import { Link } from '@mui/material'
import { useEffect, useState } from 'react'
import { type FieldInput, inputText } from './input'

/**
 * @param isRefused whether the text is to be cleared
 * @param labelOf the label of the button
 */
export function useClearedText(input: FieldInput, isRefused: boolean, labelOf: (text: string) => string) {
  const { submitCount, put } = input
  const [cleared, setCleared] = useState<string>()
  const [seenCount, setSeenCount] = useState(0)
  const text = inputText(input.value)

  useEffect(() => {
    if (submitCount === seenCount) return
    setSeenCount(submitCount)
    // The form was reset.
    if (submitCount === 0) setCleared(undefined)
    else if (isRefused && text) {
      setCleared(text)
      put('')
    }
  }, [submitCount, seenCount, isRefused, text, put])

  if (!cleared || text !== '') return undefined
  return (
    <Link
      component="button"
      type="button"
      onClick={() => {
        put(cleared)
        setCleared(undefined)
      }}
      sx={{ fontSize: 'inherit', verticalAlign: 'baseline' }}
    >
      {labelOf(cleared)}
    </Link>
  )
}
