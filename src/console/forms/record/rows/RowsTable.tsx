/** The rows of a `children` field that this user cannot change, as a table. */
import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { useId } from 'react'
import { isObject } from '../../../../domain/own'
import { readableFields } from '../../../../engine/access'
import { type ChildrenField, cellResource } from '../../../../engine/children'
import type { CompiledField } from '../../../../engine/compiled'
import { useConfig, useTranslate } from '../../../config'
import { session } from '../../../session'
import { CELLS } from '../../cells/cells'
import { ShownValue } from '../ShownValue'

type Row = Readonly<Record<string, unknown>>

interface RowsTableProps {
  field: ChildrenField
  rows: unknown
}

export function RowsTable({ field, rows }: RowsTableProps) {
  const translate = useTranslate()
  const id = useId()
  const config = useConfig()
  const child = config.resources[field.children.resource]
  const list = Array.isArray(rows) ? (rows as unknown[]).filter(isObject) : []
  if (!child) return null
  const cells = readableFields(config, session.current()?.user.level ?? 0, cellResource(child, field))
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography id={id} variant="caption" color="text.secondary" component="div">
        {translate(field.label)}
      </Typography>
      {list.length === 0 ? (
        <Typography color="text.secondary">{translate('forms.rows.none')}</Typography>
      ) : (
        <Box role="region" aria-labelledby={id} tabIndex={0} sx={{ overflowX: 'auto' }}>
          <Table size="small">
            <TableHead>
              <TableRow>
                {cells.map(cell => (
                  <TableCell key={cell.name}>{translate(cell.label)}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {list.map((row, index) => (
                <TableRow key={String(row.id ?? index)}>
                  {cells.map(cell => (
                    <TableCell key={cell.name}>
                      <ShownValue field={cell} record={row} />
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
    </Box>
  )
}

/** A value in the format of its field. */
export function CellText({ cell, row }: { cell: CompiledField; row: Row }) {
  const Cell = CELLS[cell.format]
  return <Cell value={row[cell.name]} record={row} name={cell.name} field={cell} />
}
