/** The sections of a form with their fields; what is shown and what is required follows what is typed. */
import { Box, Card, Skeleton, Typography } from '@mui/material'
import { useWatch } from 'react-hook-form'
import { ownValue } from '../../../domain/own'
import { type ChildrenField, isChildren, rowRights } from '../../../engine/children'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { holds, type RuleContext } from '../../../engine/conditions'
import { valueAt } from '../../../engine/recordValue'
import { applyInput, type WriteContext } from '../../../engine/validation/writableRecord'
import { useTranslate } from '../../config'
import { LazyPart } from '../../ui/lazy/LazyPart'
import { lazyComponent } from '../../ui/lazy/lazyComponent'
import { EnteredField, presenceOf, ReadField } from './FormField'
import type { Values } from './formValues'

interface FormBodyProps {
  resource: CompiledResource
  writing: WriteContext
}

/** The sections of config with the fields that the form shows for these values. */
export function formSections(resource: CompiledResource, writing: WriteContext, values: Values) {
  // Conditions are evaluated on the record as a save would leave it: hidden fields have no value in it.
  const record = applyInput(resource, values, writing).after
  const circumstance: RuleContext = { ...writing, record }
  return (resource.form?.sections ?? []).flatMap(({ title, fields }) => {
    const present = fields.flatMap(name => {
      const field = resource.fields[name]
      const presence = field ? presenceInForm(field, circumstance, writing) : 'absent'
      if (!field || presence === 'absent') return []
      const required = field.required !== undefined && holds(field.required.when, circumstance)
      const helped = holds(field.helpWhen, circumstance)
      return [{ field, presence, required, helped, ...(field.computed && { worked: record }) }]
    })
    return present.length > 0 ? [{ title, present }] : []
  })
}

/** For a field `children` the rights of the rows' resource count too. */
function presenceInForm(field: CompiledField, circumstance: RuleContext, { resources }: WriteContext) {
  const presence = presenceOf(field, circumstance)
  if (!isChildren(field)) return presence
  const child = ownValue(resources, field.children.resource)
  const rights = child && rowRights(child, field, circumstance)
  if (!rights?.read) return 'absent'
  const isEntered = presence === 'entered' && (rights.create || rights.edit || rights.remove)
  return isEntered ? 'entered' : circumstance.action === 'edit' && presence !== 'absent' ? 'read' : 'absent'
}

const RowsInput = lazyComponent(() => import('./rows/RowsInput'))
const RowsTable = lazyComponent(async () => ({ default: (await import('./rows/RowsTable')).RowsTable }))

interface RowsProps {
  field: ChildrenField
  writing: WriteContext
  helped: boolean
  isEntered: boolean
  record: Values
}

function Rows({ field, writing, helped, isEntered, record }: RowsProps) {
  return (
    <LazyPart waiting={<Skeleton variant="rounded" height={120} />}>
      {isEntered ? (
        <RowsInput field={field} writing={writing} helped={helped} />
      ) : (
        <RowsTable field={field} rows={valueAt(record, field.name)} />
      )}
    </LazyPart>
  )
}

export function FormBody({ resource, writing }: FormBodyProps) {
  const translate = useTranslate()
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
              {translate(title)}
            </Typography>
          )}
          <Box sx={{ clear: 'both', display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            {present.map(({ presence, worked, ...state }) =>
              isChildren(state.field) ? (
                <Rows
                  key={state.field.name}
                  field={state.field}
                  writing={writing}
                  helped={state.helped}
                  isEntered={presence === 'entered'}
                  record={record}
                />
              ) : presence === 'entered' ? (
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
