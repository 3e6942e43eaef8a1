/** A phone number. One that is wrong on submit is cleared (§5), and can be brought back (decision 15). */
import { Link } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { formatPhone, isPhone, phoneEntered } from '../../../../domain/phone'
import { type InputProps, inputText, useFieldInput } from '../input'
import { MaskedText } from '../MaskedText'

const MASK = '###-####-####'
/** Seoul's area code has two digits; a number of eleven digits is not one of Seoul's. */
const SEOUL_MASK = '##-####-####'

export function PhoneInput(props: InputProps) {
  const input = useFieldInput(props)
  const translate = useTranslate()
  const { problem, submitCount, put, blur } = input
  const [cleared, setCleared] = useState<string>()
  const [seenCount, setSeenCount] = useState(0)
  const text = inputText(input.value)

  useEffect(() => {
    if (submitCount === seenCount) return
    setSeenCount(submitCount)
    if (problem && text) {
      setCleared(text)
      put('')
    }
  }, [submitCount, seenCount, problem, text, put])

  const { mask = MASK } = props.field
  const isSeoul = mask === MASK && /^02\d{0,8}$/.test(text)
  const leave = () => {
    const domestic = phoneEntered(text)
    if (text.includes('+') && isPhone(domestic)) put(domestic)
    blur()
  }
  const undo = () => {
    put(cleared)
    setCleared(undefined)
  }
  return (
    <MaskedText
      input={{ ...input, blur: leave }}
      mask={isSeoul ? SEOUL_MASK : mask}
      type="tel"
      hint={
        cleared &&
        text === '' && (
          <Link
            component="button"
            type="button"
            onClick={undo}
            sx={{ fontSize: 'inherit', verticalAlign: 'baseline' }}
          >
            {translate('forms.input.undo', { value: formatPhone(cleared) })}
          </Link>
        )
      }
    />
  )
}
