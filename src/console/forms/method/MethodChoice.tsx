/** The input of an order method of array type (§2): JSON Forms' material renderer, an autocomplete. */
import { type ControlProps, isEnumControl, type OwnPropsOfEnum, rankWith } from '@jsonforms/core'
import { Unwrapped, type WithOptionLabel } from '@jsonforms/material-renderers'
import { type TranslateProps, withJsonFormsEnumProps, withTranslateProps } from '@jsonforms/react'
import { Box } from '@mui/material'
import { useLocale } from 'ra-core'
import { ownValue } from '../../../domain/own'
import { pick } from '../../../engine/i18n'
import { changeHandlerOf, optionsOf } from './methodControl'

export const choiceTester = rankWith(2, isEnumControl)

function MethodChoiceControl(props: ControlProps & OwnPropsOfEnum & WithOptionLabel & TranslateProps) {
  const change = changeHandlerOf(props)
  const locale = useLocale()
  const { titles = {} } = optionsOf(props.uischema)
  const options = props.options?.map(option => {
    const title = ownValue(titles, String(option.value))
    return title ? { ...option, label: pick(title, locale) } : option
  })
  return (
    // Announces the error that appears below the field.
    <Box aria-live="polite">
      <Unwrapped.MaterialEnumControl
        {...props}
        options={options}
        handleChange={(_path, value: string | undefined) => change(value ?? '')}
      />
    </Box>
  )
}

export const MethodChoice = withJsonFormsEnumProps(withTranslateProps(MethodChoiceControl), false)
