/** A phone number. An invalid one is cleared on submit (§5) and can be restored (decision 15). */
import { useTranslate } from 'ra-core'
import { formatPhone, isPhone, phoneEntered } from '../../../../domain/phone'
import { type InputProps, inputText, useFieldInput } from '../input'
import { MaskedText } from '../MaskedText'
import { useClearedText } from '../useClearedText'

const MASK = '###-####-####'
/** Seoul's area code `02` has two digits. Numbers of Seoul have at most ten digits. */
const SEOUL_MASK = '##-####-####'

export function PhoneInput(props: InputProps) {
  const input = useFieldInput(props)
  const translate = useTranslate()
  const { problem, setValue, blur } = input
  const text = inputText(input.value)
  const labelOf = (number: string) => translate('forms.input.undo', { value: formatPhone(number) })
  const undo = useClearedText(input, problem !== undefined, labelOf)

  const { mask = MASK } = props.field
  const isSeoul = mask === MASK && /^02\d{0,8}$/.test(text)
  /** Converts a number with Korea's country code to the domestic form, then validates it. */
  const blurNormalised = () => {
    const domestic = phoneEntered(text)
    if (text.includes('+') && isPhone(domestic)) setValue(domestic)
    blur()
  }
  return (
    <MaskedText
      input={{ ...input, blur: blurNormalised }}
      mask={isSeoul ? SEOUL_MASK : mask}
      type="tel"
      hint={undo}
    />
  )
}
