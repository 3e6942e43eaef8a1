/** §5: a refused text is cleared on submit. A button below the field restores it (decision 15). */
import { Link } from '@mui/material'
import { useEffect, useState } from 'react'
import { type FieldInput, inputText } from './input'

/**
 * @param isRefused whether the text is cleared on submit
 * @param labelOf makes the label of the button from the cleared text
 * @returns the button; `undefined` if nothing was cleared, or the user has typed again
 */
export function useClearedText(input: FieldInput, isRefused: boolean, labelOf: (text: string) => string) {
  const { submitCount, setValue } = input
  const [cleared, setCleared] = useState<string>()
  const [handledCount, setHandledCount] = useState(0)
  const text = inputText(input.value)

  useEffect(() => {
    if (submitCount === handledCount) return
    setHandledCount(submitCount)
    // 0: the form was reset.
    if (submitCount === 0) setCleared(undefined)
    else if (isRefused && text) {
      setCleared(text)
      setValue('')
    }
  }, [submitCount, handledCount, isRefused, text, setValue])

  if (!cleared || text !== '') return undefined
  return (
    <Link
      component="button"
      type="button"
      onClick={() => {
        setValue(cleared)
        setCleared(undefined)
      }}
      sx={{ fontSize: 'inherit', verticalAlign: 'baseline' }}
    >
      {labelOf(cleared)}
    </Link>
  )
}
