/** Inputs for choices and booleans within an order value of several parts: JSON Forms' material renderers. */
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

/** The box around a field: announces the error, which the material renderers do not, and aligns it. */
const FIELD_BOX = {
  'aria-live': 'polite',
  sx: { '& > .MuiFormHelperText-root': { mx: '14px', '&:empty': { display: 'none' } } },
} as const

function ChoiceControl(props: ChoiceProps) {
  const change = useEntryChange(props)
  return (
    <Box {...FIELD_BOX}>
      <Unwrapped.MaterialEnumControl {...props} handleChange={(_path, value) => change(value)} />
    </Box>
  )
}

function TitledChoiceControl(props: ChoiceProps) {
  const change = useEntryChange(props)
  return (
    <Box {...FIELD_BOX}>
      <Unwrapped.MaterialOneOfEnumControl {...props} handleChange={(_path, value) => change(value)} />
    </Box>
  )
}

function YesNoControl(props: ControlProps) {
  const change = useEntryChange(props)
  return (
    <Box {...FIELD_BOX}>
      <Unwrapped.MaterialBooleanControl {...props} handleChange={(_path, value) => change(value)} />
    </Box>
  )
}

export const ObjectChoice = withJsonFormsEnumProps(withTranslateProps(ChoiceControl), false)
export const ObjectTitledChoice = withJsonFormsOneOfEnumProps(withTranslateProps(TitledChoiceControl), false)
export const ObjectYesNo = withJsonFormsControlProps(YesNoControl)
