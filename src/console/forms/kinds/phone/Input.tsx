/** A phone number. One that is wrong on submit is cleared (§5), and can be brought back (decision 15). */
import { useTranslate } from 'ra-core'
import { formatPhone, isPhone, phoneEntered } from '../../../../domain/phone'
import { type InputProps, inputText, useFieldInput } from '../input'
import { MaskedText } from '../MaskedText'
import { useClearedText } from '../useClearedText'

const MASK = '###-####-####'
/** Seoul's area code has two digits; a number of eleven digits is not one of Seoul's. */
const SEOUL_MASK = '##-####-####'

export function PhoneInput(props: InputProps) {
  const input = useFieldInput(props)
  const translate = useTranslate()
  const { problem, put, blur } = input
  const text = inputText(input.value)
  const labelOf = (number: string) => translate('forms.input.undo', { value: formatPhone(number) })
  const undo = useClearedText(input, problem !== undefined, labelOf)

  const { mask = MASK } = props.field
  const isSeoul = mask === MASK && /^02\d{0,8}$/.test(text)
  const leave = () => {
    const domestic = phoneEntered(text)
    if (text.includes('+') && isPhone(domestic)) put(domestic)
    blur()
  }
  return (
    <MaskedText input={{ ...input, blur: leave }} mask={isSeoul ? SEOUL_MASK : mask} type="tel" hint={undo} />
  )
}
