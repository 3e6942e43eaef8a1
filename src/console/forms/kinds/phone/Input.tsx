/** A phone number. One that is wrong when the form is sent is cleared (§5), and can be brought back (decision 15). */
import { Link } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { formatPhone, isPhone, phoneEntered } from '../../../../domain/phone'
import { type InputProps, shownText, useFieldInput } from '../input'
import { MaskedText } from '../MaskedText'

const GROUPS = '###-####-####'
/** Seoul's code has two digits; with eleven digits it is none of Seoul's. */
const SEOUL = '##-####-####'

export function PhoneInput(props: InputProps) {
  const input = useFieldInput(props)
  const translate = useTranslate()
  const { problem, attempts, put, blur } = input
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

  const { mask = GROUPS } = props.field
  const seoul = mask === GROUPS && /^02\d{0,8}$/.test(text)
  const leave = () => {
    const meant = phoneEntered(text)
    if (text.includes('+') && isPhone(meant)) put(meant)
    blur()
  }
  return (
    <MaskedText
      input={{ ...input, blur: leave }}
      mask={seoul ? SEOUL : mask}
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
