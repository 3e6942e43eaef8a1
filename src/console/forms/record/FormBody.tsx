/** The sections of a form with their fields; what is shown and what must be entered follows what is typed. */
import { Box, Card, Typography } from '@mui/material'
import { useWatch } from 'react-hook-form'
import type { CompiledResource } from '../../../engine/compiled'
import { type Circumstance, holds } from '../../../engine/conditions'
import { settle, type Writing } from '../../../engine/writableRecord'
import { useWords } from '../../config'
import { EnteredField, ReadField, standingOf } from './FormField'

interface FormBodyProps {
  resource: CompiledResource
  writing: Writing
}

export function FormBody({ resource, writing }: FormBodyProps) {
  const words = useWords()
  const values = useWatch() as Record<string, unknown>
  // As the record will be: what a hidden field still holds shows nothing.
  const about: Circumstance = { ...writing, record: settle(resource, values, writing).after }
  const shown = { ...writing.current, ...values }

  const sections = (resource.form?.sections ?? []).flatMap(({ title, fields }) => {
    const present = fields.flatMap(name => {
      const field = resource.fields[name]
      const standing = field ? standingOf(field, about) : 'absent'
      return field && standing !== 'absent' ? [{ field, standing }] : []
    })
    return present.length > 0 ? [{ title, present }] : []
  })

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {sections.map(({ title, present }) => (
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
            {present.map(({ field, standing }) =>
              standing === 'entered' ? (
                <EnteredField
                  key={field.name}
                  field={field}
                  level={writing.level}
                  required={field.required !== undefined && holds(field.required.when, about)}
                  helped={holds(field.helpWhen, about)}
                />
              ) : (
                <ReadField key={field.name} field={field} record={shown} />
              ),
            )}
          </Box>
        </Card>
      ))}
    </Box>
  )
}
