/** A choice and a boolean of a value of several parts: the material renderers of JSON Forms. */
import {
  type ControlProps,
  isBooleanControl,
  isEnumControl,
  isOneOfEnumControl,
  type OwnPropsOfEnum,
  rankWith,
} from '@jsonforms/core'
import { Unwrapped, type WithOptionLabel } from '@jsonforms/material-renderers'
import {
  type TranslateProps,
  withJsonFormsControlProps,
  withJsonFormsEnumProps,
  withJsonFormsOneOfEnumProps,
  withTranslateProps,
} from '@jsonforms/react'
import { Box } from '@mui/material'
import { useEntryChange } from './entry'

export const objectChoiceTester = rankWith(3, isEnumControl)
export const objectTitledChoiceTester = rankWith(4, isOneOfEnumControl)
export const objectYesNoTester = rankWith(2, isBooleanControl)

type ChoiceProps = ControlProps & OwnPropsOfEnum & WithOptionLabel & TranslateProps

/**
 * Announces the problem that appears below the field, which the material renderers leave unsaid, and places it as in
 * other fields.
 */
const FIELD = {
  'aria-live': 'polite',
  sx: { '& > .MuiFormHelperText-root': { mx: '14px', '&:empty': { display: 'none' } } },
} as const

function ChoiceControl(props: ChoiceProps) {
  const change = useEntryChange(props)
  return (
    <Box {...FIELD}>
      <Unwrapped.MaterialEnumControl {...props} handleChange={(_path, value) => change(value)} />
    </Box>
  )
}

function TitledChoiceControl(props: ChoiceProps) {
  const change = useEntryChange(props)
  return (
    <Box {...FIELD}>
      <Unwrapped.MaterialOneOfEnumControl {...props} handleChange={(_path, value) => change(value)} />
    </Box>
  )
}

function YesNoControl(props: ControlProps) {
  const change = useEntryChange(props)
  return (
    <Box {...FIELD}>
      <Unwrapped.MaterialBooleanControl {...props} handleChange={(_path, value) => change(value)} />
    </Box>
  )
}

export const ObjectChoice = withJsonFormsEnumProps(withTranslateProps(ChoiceControl), false)
export const ObjectTitledChoice = withJsonFormsOneOfEnumProps(withTranslateProps(TitledChoiceControl), false)
export const ObjectYesNo = withJsonFormsControlProps(YesNoControl)
