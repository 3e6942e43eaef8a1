/** The sections of a form with their fields; what is shown and what is required follows what is typed. */
import { Box, Card, Typography } from '@mui/material'
import { useWatch } from 'react-hook-form'
import type { CompiledResource } from '../../../engine/compiled'
import { type Circumstance, holds } from '../../../engine/conditions'
import { applyInput, type Writing } from '../../../engine/writableRecord'
import { useWords } from '../../config'
import { EnteredField, ReadField, standingOf } from './FormField'
import type { Values } from './formValues'

interface FormBodyProps {
  resource: CompiledResource
  writing: Writing
}

/** The sections of config with the fields that the form shows for these values. */
export function formSections(resource: CompiledResource, writing: Writing, values: Values) {
  // Conditions are judged by the record as a save would leave it: hidden fields have no value in it.
  const record = applyInput(resource, values, writing).after
  const circumstance: Circumstance = { ...writing, record }
  return (resource.form?.sections ?? []).flatMap(({ title, fields }) => {
    const present = fields.flatMap(name => {
      const field = resource.fields[name]
      const standing = field ? standingOf(field, circumstance) : 'absent'
      if (!field || standing === 'absent') return []
      const required = field.required !== undefined && holds(field.required.when, circumstance)
      const helped = holds(field.helpWhen, circumstance)
      return [{ field, standing, required, helped, ...(field.computed && { worked: record }) }]
    })
    return present.length > 0 ? [{ title, present }] : []
  })
}

export function FormBody({ resource, writing }: FormBodyProps) {
  const words = useWords()
  const values = useWatch() as Values
  const record = { ...writing.current, ...values }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {formSections(resource, writing, values).map(({ title, present }) => (
        <Card
          key={present[0]!.field.name}
          component={title ? 'fieldset' : 'div'}
          sx={{ m: 0, p: { xs: 2, sm: 3 }, minWidth: 0 }}
        >
          {title && (
            <Typography component="legend" variant="h3" sx={{ float: 'left', width: 1, p: 0, mb: 2 }}>
              {words(title)}
            </Typography>
          )}
          <Box sx={{ clear: 'both', display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            {present.map(({ standing, worked, ...state }) =>
              standing === 'entered' ? (
                <EnteredField key={state.field.name} level={writing.level} {...state} />
              ) : (
                <ReadField key={state.field.name} field={state.field} record={worked ?? record} />
              ),
            )}
          </Box>
        </Card>
      ))}
    </Box>
  )
}
