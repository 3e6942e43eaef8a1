/** The component of each input of config. An input without a component does not compile (`engine/registry.ts`). */
import type { ComponentType } from 'react'
import type { InputName } from '../../../engine/registry'
import { SwitchInput } from './boolean/Input'
import { ColorInput } from './color/Input'
import { DateInput, DateTimeInput } from './date/Input'
import { ImageInput } from './image/Input'
import type { InputProps } from './input'
import { MethodSchemaInput } from './methodSchema/Input'
import { PasswordInput } from './password/Input'
import { PhoneInput } from './phone/Input'
import { ReferenceInput, ReferencesInput } from './reference/Input'
import { MultiSelectInput, RadioInput, SelectInput } from './select/Input'
import { TextInput } from './text/Input'

/** Rows are entered by inputs of these kinds: `record/rows`. */
export type OneInput = Exclude<InputName, 'children'>

export const INPUT: Record<OneInput, ComponentType<InputProps>> = {
  text: TextInput,
  multiline: TextInput,
  number: TextInput,
  switch: SwitchInput,
  date: DateInput,
  datetime: DateTimeInput,
  select: SelectInput,
  multiSelect: MultiSelectInput,
  radio: RadioInput,
  reference: ReferenceInput,
  references: ReferencesInput,
  email: TextInput,
  phone: PhoneInput,
  url: TextInput,
  password: PasswordInput,
  color: ColorInput,
  json: TextInput,
  methodSchema: MethodSchemaInput,
  image: ImageInput,
}
