/** The fields of a record in the sections of its form, as text: label above value, rows as a table. */
import { Box, Card, Typography } from '@mui/material'
import type { RaRecord } from 'ra-core'
import { Link } from 'react-router'
import { hasLevel } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import { isChildrenField, rowRights } from '../../../engine/children'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { holds, type RuleContext } from '../../../engine/conditions'
import { valueAt } from '../../../engine/recordValue'
import { normalisedRecord } from '../../../engine/validation/writableRecord'
import { useMayAccess } from '../../auth/access'
import { useConfig, useTranslate } from '../../config'
import { RowsTable } from '../../forms/record/rows/RowsTable'
import { isUnset, ShownValue } from '../../forms/record/ShownValue'
import { FROM_HERE, pageOf } from '../../recordPage'
import { LabelledFacts } from '../../ui/text/Facts'
import { useWriteContext } from './useWriteContext'

interface RecordSectionsProps {
  resource: CompiledResource
  record: RaRecord
}

export function RecordSections({ resource, record }: RecordSectionsProps) {
  const translate = useTranslate()
  const shownRecord = { ...record, ...normalisedRecord(resource, record) }
  const context: RuleContext = { ...useWriteContext(resource, 'edit', record), record: shownRecord }
  const { resources } = useConfig()
  const isShown = (field: CompiledField) => {
    if (field.type === 'password' || !hasLevel(context.level, field.read, context.levels)) return false
    if (!holds(field.visible, context)) return false
    if (!isChildrenField(field)) return true
    const child = ownValue(resources, field.children.resource)
    return child !== undefined && rowRights(child, field, context).read
  }
  const sections = (resource.form?.sections ?? []).flatMap(({ title, fields }) => {
    const shownFields = fields.flatMap(name => resource.fields[name] ?? []).filter(isShown)
    return shownFields.length > 0 ? [{ title, fields: shownFields }] : []
  })
  return (
    <Box sx={SECTIONS}>
      {sections.map(({ title, fields }) => (
        <Card
          key={fields[0]!.name}
          component="section"
          aria-label={translate(title) || undefined}
          sx={{ p: 2, minWidth: 0, ...(fields.some(isChildrenField) && { gridColumn: '1 / -1' }) }}
        >
          {title && (
            <Typography variant="h2" sx={{ mb: 1.5 }}>
              {translate(title)}
            </Typography>
          )}
          <SectionFields fields={fields} record={shownRecord} />
        </Card>
      ))}
    </Box>
  )
}

/** As many columns as fit. */
const columnsOf = (width: number) => ({
  display: 'grid',
  gap: 2,
  gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${width}px), 1fr))`,
})
const SECTIONS = { ...columnsOf(440), alignItems: 'start' }
/** A picture is larger than in a list. */
const FACTS = { ...columnsOf(200), '& img': { height: 'auto', maxWidth: 1, maxHeight: 160 } }

interface SectionFieldsProps {
  fields: readonly CompiledField[]
  record: RaRecord
}

function SectionFields({ fields, record }: SectionFieldsProps) {
  const translate = useTranslate()
  const facts = fields.filter(field => !isChildrenField(field))
  const isEmpty = facts.length === fields.length && facts.every(field => isUnset(field, record))
  if (isEmpty) return <Typography color="text.secondary">{translate('records.show.empty')}</Typography>
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {facts.length > 0 && (
        <LabelledFacts
          sx={FACTS}
          facts={facts.map(field => ({
            name: field.name,
            label: translate(field.label),
            value: <Value field={field} record={record} />,
            isWide: WIDE_INPUTS.includes(field.input),
          }))}
        />
      )}
      {fields.map(
        field =>
          isChildrenField(field) && (
            <RowsTable key={field.name} field={field} rows={valueAt(record, field.name)} />
          ),
      )}
    </Box>
  )
}

/** Inputs of values that may be long. */
const WIDE_INPUTS: readonly CompiledField['input'][] = ['multiline', 'json', 'methodSchema', 'methodValue']

/** A value; the name of another record links to its page. */
function Value({ field, record }: { field: CompiledField; record: RaRecord }) {
  const { resources } = useConfig()
  const may = useMayAccess()
  const value = <ShownValue field={field} record={record} />
  const target = ownValue(resources, field.reference ?? '')
  const id = valueAt(record, field.name)
  const isSet = (typeof id === 'string' || typeof id === 'number') && !isUnset(field, record) && id !== 0
  const to = isSet && target && may(target.name, 'show') ? pageOf(target, id) : undefined
  if (!to) return value
  return (
    <Link to={to} state={FROM_HERE} className="page-link">
      {value}
    </Link>
  )
}
