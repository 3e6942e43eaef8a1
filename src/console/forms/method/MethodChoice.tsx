/** The input of an order method of array type (§2): JSON Forms' material renderer, an autocomplete. */
import { type ControlProps, isEnumControl, type OwnPropsOfEnum, rankWith } from '@jsonforms/core'
import { Unwrapped, type WithOptionLabel } from '@jsonforms/material-renderers'
import { type TranslateProps, withJsonFormsEnumProps, withTranslateProps } from '@jsonforms/react'
import { Box } from '@mui/material'
import { changeHandlerOf } from './methodControl'

export const choiceTester = rankWith(2, isEnumControl)

function MethodChoiceControl(props: ControlProps & OwnPropsOfEnum & WithOptionLabel & TranslateProps) {
  const change = changeHandlerOf(props)
  return (
    // Announces the error that appears below the field.
    <Box aria-live="polite">
      <Unwrapped.MaterialEnumControl
        {...props}
        handleChange={(_path, value: string | undefined) => change(value ?? '')}
      />
    </Box>
  )
}

export const MethodChoice = withJsonFormsEnumProps(withTranslateProps(MethodChoiceControl), false)
