/** The component of each input of config. An input without a component does not compile (`engine/registry.ts`). */
import type { ComponentType } from 'react'
import type { InputName } from '../../../engine/registry'
import { SwitchInput } from './boolean/Input'
import { ColorInput } from './color/Input'
import { DateInput, DateTimeInput } from './date/Input'
import { ImageInput } from './image/Input'
import type { InputProps } from './input'
import { MethodSchemaInput } from './methodSchema/Input'
import { MethodBoundsInput } from './methodValue/Input'
import { PasswordInput } from './password/Input'
import { PhoneInput } from './phone/Input'
import { ReferenceInput, ReferencesInput } from './reference/Input'
import { MultiSelectInput, RadioInput, SelectInput } from './select/Input'
import { TextInput } from './text/Input'

/** Inputs of a single field. The rows of `children` (`record/rows`) are composed of these. */
export type SingleInputName = Exclude<InputName, 'children'>

export const INPUTS: Record<SingleInputName, ComponentType<InputProps>> = {
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
  methodValue: MethodBoundsInput,
  methodSchema: MethodSchemaInput,
  image: ImageInput,
}
