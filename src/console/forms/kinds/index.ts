/** The component of each input of config, one folder per kind. An input without a component does not compile (`engine/registry.ts`). */
import type { ComponentType } from 'react'
import type { InputName } from '../../../engine/registry'
import { SwitchInput } from './boolean/Input'
import { ColorInput } from './color/Input'
import { DateInput } from './date/Input'
import { DateTimeInput } from './datetime/Input'
import { EmailInput } from './email/Input'
import { ImageInput } from './image/Input'
import type { InputProps } from './input'
import { JsonInput } from './json/Input'
import { MultiSelectInput } from './multi-select/Input'
import { MultilineInput } from './multiline/Input'
import { NumberInput } from './number/Input'
import { PasswordInput } from './password/Input'
import { PhoneInput } from './phone/Input'
import { ReferenceInput } from './reference/Input'
import { RadioInput, SelectInput } from './select/Input'
import { TextInput } from './text/Input'
import { UrlInput } from './url/Input'

export const INPUT: Record<InputName, ComponentType<InputProps>> = {
  text: TextInput,
  multiline: MultilineInput,
  number: NumberInput,
  switch: SwitchInput,
  date: DateInput,
  datetime: DateTimeInput,
  select: SelectInput,
  multiSelect: MultiSelectInput,
  radio: RadioInput,
  reference: ReferenceInput,
  email: EmailInput,
  phone: PhoneInput,
  url: UrlInput,
  password: PasswordInput,
  color: ColorInput,
  json: JsonInput,
  image: ImageInput,
}
