/** The sections of a form. Which fields are shown or required depends on the current values. */
import { Box, Card, Skeleton, Typography } from '@mui/material'
import { useWatch } from 'react-hook-form'
import { ownValue } from '../../../domain/own'
import { type ChildrenField, isChildrenField, rowRights } from '../../../engine/children'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { holds, type RuleContext } from '../../../engine/conditions'
import { valueAt } from '../../../engine/recordValue'
import { applyInput, type WriteContext } from '../../../engine/validation/writableRecord'
import { useTranslate } from '../../config'
import { LazyPart } from '../../ui/lazy/LazyPart'
import { lazyComponent } from '../../ui/lazy/lazyComponent'
import { EditableField, presenceOf, ReadOnlyField } from './FormField'
import type { Values } from './formValues'

interface FormBodyProps {
  resource: CompiledResource
  writing: WriteContext
}

/**
 * The sections of a form, each with the fields that it shows for these values. Sections without fields are left out.
 */
export function formSections(resource: CompiledResource, writing: WriteContext, values: Values) {
  // Conditions test the record as it would be saved, in which hidden fields have no value.
  const record = applyInput(resource, values, writing).after
  const ruleContext: RuleContext = { ...writing, record }
  return (resource.form?.sections ?? []).flatMap(({ title, fields }) => {
    const presentFields = fields.flatMap(name => {
      const field = resource.fields[name]
      const presence = field ? presenceInForm(field, ruleContext, writing) : 'absent'
      if (!field || presence === 'absent') return []
      const required = field.required !== undefined && holds(field.required.when, ruleContext)
      const showsHelp = holds(field.helpWhen, ruleContext)
      return [{ field, presence, required, showsHelp, ...(field.computed && { computedRecord: record }) }]
    })
    return presentFields.length > 0 ? [{ title, presentFields }] : []
  })
}

/** How a field appears. For a `children` field, the user also needs rights to the resource of its rows. */
function presenceInForm(field: CompiledField, ruleContext: RuleContext, { resources }: WriteContext) {
  const presence = presenceOf(field, ruleContext)
  if (!isChildrenField(field)) return presence
  const child = ownValue(resources, field.children.resource)
  const rights = child && rowRights(child, field, ruleContext)
  if (!rights?.read) return 'absent'
  if (presence === 'editable' && (rights.create || rights.edit || rights.remove)) return 'editable'
  // A new record has no rows to read.
  return ruleContext.action === 'edit' && presence !== 'absent' ? 'readOnly' : 'absent'
}

const RowsInput = lazyComponent(() => import('./rows/RowsInput'))
const RowsTable = lazyComponent(async () => ({ default: (await import('./rows/RowsTable')).RowsTable }))

interface RowsProps {
  field: ChildrenField
  writing: WriteContext
  showsHelp: boolean
  isEditable: boolean
  record: Values
}

/** The rows of a `children` field, as inputs or as a table. */
function Rows({ field, writing, showsHelp, isEditable, record }: RowsProps) {
  return (
    <LazyPart placeholder={<Skeleton variant="rounded" height={120} />}>
      {isEditable ? (
        <RowsInput field={field} writing={writing} showsHelp={showsHelp} />
      ) : (
        <RowsTable field={field} rows={valueAt(record, field.name)} />
      )}
    </LazyPart>
  )
}

type PresentFieldProps = ReturnType<typeof formSections>[number]['presentFields'][number] & {
  writing: WriteContext
  record: Values
}

function PresentField({ presence, computedRecord, writing, record, ...props }: PresentFieldProps) {
  const { field, showsHelp } = props
  const isEditable = presence === 'editable'
  if (isChildrenField(field)) {
    return (
      <Rows field={field} writing={writing} showsHelp={showsHelp} isEditable={isEditable} record={record} />
    )
  }
  if (isEditable) return <EditableField level={writing.level} {...props} />
  return <ReadOnlyField field={field} record={computedRecord ?? record} />
}

export function FormBody({ resource, writing }: FormBodyProps) {
  const translate = useTranslate()
  const values = useWatch() as Values
  const record = { ...writing.current, ...values }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {formSections(resource, writing, values).map(({ title, presentFields }) => (
        <Card
          key={presentFields[0]!.field.name}
          component={title ? 'fieldset' : 'div'}
          sx={{ m: 0, p: { xs: 2, sm: 3 }, minWidth: 0 }}
        >
          {title && (
            <Typography component="legend" variant="h3" sx={{ float: 'left', width: 1, p: 0, mb: 2 }}>
              {translate(title)}
            </Typography>
          )}
          <Box sx={{ clear: 'both', display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            {presentFields.map(presentField => (
              <PresentField
                key={presentField.field.name}
                writing={writing}
                record={record}
                {...presentField}
              />
            ))}
          </Box>
        </Card>
      ))}
    </Box>
  )
}
