/** A cell: the value of a record in the format of its column, with the column's avatar and buttons. */
import VerticalSplitOutlined from '@mui/icons-material/VerticalSplitOutlined'
import { Box } from '@mui/material'
import { type RaRecord, useListContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link } from 'react-router'
import { grouped } from '../../../domain/grouped'
import { formatPhone } from '../../../domain/phone'
import type { CompiledAction, CompiledColumn, CompiledResource } from '../../../engine/compiled'
import { displayValue } from '../../../engine/fields/derived'
import { valueAt } from '../../../engine/recordValue'
import type { FormatName } from '../../../engine/registry'
import { usePageOfRow } from '../../pageOfRow'
import { FROM_HERE } from '../../recordPage'
import { Truncated } from '../../ui/text/Truncated'
import { textOf } from '../cells/cell'
import { CELLS } from '../cells/cells'
import { ActionButton, RowButton } from './ActionButton'
import { Avatar } from './Avatar'
import { RowMenu } from './RowMenu'

/** The name of the column that numbers the rows, counted over all pages (§2). */
export const INDEX_COLUMN = 'index'

/** Formats that a table may truncate. Identifiers, figures and times are never truncated. */
const TRUNCATED_FORMATS: readonly FormatName[] = [
  'text',
  'choice',
  'level',
  'yesNo',
  'reference',
  'link',
  'email',
  'color',
  'json',
  'changes',
]
/** Formats whose cells link to the page of their record. */
const LINKING_FORMATS: readonly FormatName[] = ['identifier', 'phone']
/** Formats with another link or a button, which must not be inside a link. */
const LINKS: readonly FormatName[] = ['link', 'email', 'time', 'deviceTime']
const TRUNCATED_WIDTH = '28ch'
const CHANGES_WIDTH = '64ch'
const BUTTONS = { display: 'inline-flex', gap: 0.5 }

interface FieldCellProps {
  resource: CompiledResource
  record: RaRecord
  column: CompiledColumn
  /** In a table: long text is truncated. Elsewhere it wraps. */
  oneLine?: boolean
  /** The page of the record, if this cell links to it. */
  to?: string | undefined
}

export function FieldCell({ resource, record, column, oneLine = false, to }: FieldCellProps) {
  if (column.field === INDEX_COLUMN) return <RowNumber id={record.id} />
  const Cell = CELLS[column.format]
  const field = resource.fields[column.field]
  const value = displayValue(resource, column.field, record)
  const cellProps = { value, record, name: column.field, field, ...(to && { to }) }
  const content =
    to && !LINKING_FORMATS.includes(column.format) ? (
      <Link to={to} state={FROM_HERE} className="page-link">
        {textOf(value) === '' || LINKS.includes(column.format) ? (
          nameOfRecord(resource, record)
        ) : (
          <Cell {...cellProps} />
        )}
      </Link>
    ) : (
      <Cell {...cellProps} />
    )
  // Several references are truncated one by one, each in its chip.
  const isTruncated = oneLine && TRUNCATED_FORMATS.includes(column.format) && field?.type !== 'references'
  const cell = isTruncated ? (
    <Truncated width={column.format === 'changes' ? CHANGES_WIDTH : TRUNCATED_WIDTH}>{content}</Truncated>
  ) : (
    content
  )
  if (column.actions.length === 0 && !column.avatar) return cell
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: column.avatar ? 1 : 0.5,
        maxWidth: '100%',
        // On a card the buttons wrap below a long value.
        ...(!oneLine && !column.avatar && { flexWrap: 'wrap', rowGap: 0 }),
      }}
    >
      {column.avatar && (
        <Avatar resource={resource.name} record={record} name={nameOfRecord(resource, record)} />
      )}
      {cell}
      {column.actions.length > 0 && (
        <Box component="span" sx={BUTTONS}>
          <RowActions resource={resource} record={record} actions={column.actions} />
        </Box>
      )}
    </Box>
  )
}

/** The name of a record: the value of config's `recordName`, else its id. */
export const nameOfRecord = (resource: CompiledResource, record: RaRecord) =>
  textOf(valueAt(record, resource.recordName)) || String(record.id)

/** The name of a record as lists show it: a phone number is grouped. */
export function shownNameOf(resource: CompiledResource, record: RaRecord): string {
  const name = nameOfRecord(resource, record)
  return resource.fields[resource.recordName]?.format === 'phone' ? formatPhone(name) : name
}

/** The button of a row that shows the record in the panel beside the list. */
export function PeekButton({ name, onClick }: { name: string; onClick: () => void }) {
  const translate = useTranslate()
  const action = translate('forms.peek.open')
  return (
    <span className="row-slot">
      <RowButton
        tip={action}
        aria-label={translate('forms.action.of', { action, name })}
        data-peek
        onClick={onClick}
      >
        <VerticalSplitOutlined fontSize="small" />
      </RowButton>
    </span>
  )
}

interface RowActionsProps {
  resource: CompiledResource
  record: RaRecord
  actions: readonly CompiledAction[]
}

/** The icon buttons of a row. Each has its slot, which stays empty if the record does not have the action. */
export const RowActions = ({ resource, actions, record }: RowActionsProps) => {
  const recordName = nameOfRecord(resource, record)
  const menuActions = actions.filter(({ menu }) => menu)
  return (
    <>
      {actions
        .filter(({ menu }) => !menu)
        .map(({ name }) => (
          <span key={name} className="row-slot">
            <ActionButton name={name} variant="icon" record={record} recordName={recordName} />
          </span>
        ))}
      {menuActions.length > 0 && <RowMenu record={record} recordName={recordName} actions={menuActions} />}
    </>
  )
}

interface CardActionsProps extends RowActionsProps {
  onPeek: ((record: RaRecord) => void) | undefined
}

/**
 * The buttons of a card: one for the first action, and a menu of the others. Menu actions that the record's page offers
 * are left out. Only a record without page and form has a button for the panel.
 */
export function CardActions({ resource, record, actions, onPeek }: CardActionsProps) {
  const pageActions = usePageOfRow()(resource, record) ? (resource.page?.actions ?? []) : undefined
  const cardActions = actions
    .filter(({ name, menu }) => !menu || !pageActions?.some(action => action.name === name))
    .map((action, index) => (index === 0 ? action : { ...action, menu: true as const }))
  return (
    <Box component="span" sx={{ display: 'inline-flex', flex: 'none' }}>
      {onPeek && !pageActions && !actions.some(({ name }) => name === 'edit') && (
        <PeekButton name={nameOfRecord(resource, record)} onClick={() => onPeek(record)} />
      )}
      <RowActions resource={resource} record={record} actions={cardActions} />
    </Box>
  )
}

/** The row's number over all pages (§2). Rows that stay while the next page is fetched keep their numbers. */
function RowNumber({ id }: { id: string | number }) {
  const { data, page, perPage, isPlaceholderData } = useListContext()
  const [numberedPage, setNumberedPage] = useState(page)
  if (!isPlaceholderData && numberedPage !== page) setNumberedPage(page)
  const index = data?.findIndex(record => record.id === id) ?? -1
  return index < 0 ? null : grouped((numberedPage - 1) * perPage + index + 1)
}
