/** A phone number. One that is wrong when the form is sent is cleared (§5), and can be brought back (decision 15). */
import { Link } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { formatPhone } from '../../../../domain/phone'
import { type InputProps, shownText, useFieldInput } from '../input'
import { MaskedText } from '../MaskedText'

const GROUPS = '###-####-####'

export function PhoneInput(props: InputProps) {
  const input = useFieldInput(props)
  const translate = useTranslate()
  const { problem, attempts, put } = input
  const [cleared, setCleared] = useState<string>()
  const [seen, setSeen] = useState(0)
  const text = shownText(input.value)

  useEffect(() => {
    if (attempts === seen) return
    setSeen(attempts)
    if (problem && text) {
      setCleared(text)
      put('')
    }
  }, [attempts, seen, problem, text, put])

  return (
    <MaskedText
      input={input}
      mask={props.field.mask ?? GROUPS}
      type="tel"
      aside={
        cleared && text === '' ? (
          <Link
            component="button"
            type="button"
            onClick={() => {
              put(cleared)
              setCleared(undefined)
            }}
            sx={{ fontSize: 'inherit', verticalAlign: 'baseline' }}
          >
            {translate('forms.input.undo', { value: formatPhone(cleared) })}
          </Link>
        ) : undefined
      }
    />
  )
}
