/**
 * The bad rows of a sheet, each with inputs for its bad cells and the reasons. Renders only visible rows. Enter moves
 * down in the column and Tab to the next cell, both back with Shift, as in a spreadsheet. Escape discards the input.
 */
import { Box, TextField, Typography } from '@mui/material'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useTranslate } from 'ra-core'
import { type KeyboardEvent, memo, useLayoutEffect, useRef, useState } from 'react'
import { useFaultText } from './sentences'
import type { BadRow } from './types'

interface BadRowsProps {
  rows: readonly BadRow[]
  headers: readonly string[]
  /** `row` is the number that the spreadsheet shows; `column` counts from 0. */
  onEdit: (row: number, column: number, text: string) => void
}

export function BadRows({ rows, headers, onEdit }: BadRowsProps) {
  const translate = useTranslate()
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => 96,
    getItemKey: index => rows[index]!.row,
    overscan: 4,
  })
  return (
    <Box
      ref={box}
      role="table"
      aria-label={translate('roster.check.bad')}
      aria-rowcount={rows.length}
      sx={{ maxHeight: 360, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <Box role="rowgroup" sx={{ position: 'relative', height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => (
          <Box
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            role="row"
            aria-rowindex={index + 1}
            sx={{
              position: 'absolute',
              insetInline: 0,
              top: 0,
              transform: `translateY(${start}px)`,
              borderBottom: 1,
              borderColor: 'divider',
              p: 1.5,
            }}
          >
            <BadRowCells row={rows[index]!} headers={headers} onEdit={onEdit} />
          </Box>
        ))}
      </Box>
    </Box>
  )
}

const BadRowCells = memo(({ row, headers, onEdit }: Omit<BadRowsProps, 'rows'> & { row: BadRow }) => {
  const translate = useTranslate()
  const faultText = useFaultText()
  // Faults of columns that the sheet does not have.
  const missingColumnFaults = row.faults.filter(({ index }) => index < 0)
  const badColumns = [...new Set(row.faults.map(({ index }) => index).filter(index => index >= 0))].sort(
    (a, b) => a - b,
  )
  const goodCells = row.cells.filter((text, index) => text && !badColumns.includes(index))
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography
          role="rowheader"
          variant="body2"
          className="tabular"
          sx={{ fontWeight: 600, flex: 'none' }}
        >
          {translate('roster.check.row', { row: row.row.toLocaleString('ko-KR') })}
        </Typography>
        <Typography role="cell" variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          {goodCells.join(' · ')}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {badColumns.map(index => (
          <Box key={index} role="cell" sx={{ flex: '1 1 220px', maxWidth: 420 }}>
            <CellInput
              label={headers[index] || translate('roster.check.noHeader')}
              column={index}
              name={translate('roster.check.cell', { row: row.row, column: headers[index] ?? '' })}
              text={row.cells[index] ?? ''}
              reason={row.faults
                .filter(fault => fault.index === index)
                .map(faultText)
                .join(' ')}
              onCommit={text => onEdit(row.row, index, text)}
            />
          </Box>
        ))}
      </Box>
      {missingColumnFaults.map(fault => (
        <Typography key={`${fault.code}${fault.column}`} role="cell" variant="body2" color="error">
          {[fault.column, faultText(fault)].filter(Boolean).join(': ')}
        </Typography>
      ))}
    </>
  )
})

interface CellInputProps {
  column: number
  label: string
  /** The accessible name, which contains the row. */
  name: string
  text: string
  reason: string
  onCommit: (text: string) => void
}

function CellInput({ column, label, name, text, reason, onCommit }: CellInputProps) {
  const [typed, setTyped] = useState(text)
  const [previousText, setPreviousText] = useState(text)
  // A new check result replaces the input only if the cell itself has changed.
  if (previousText !== text) {
    setPreviousText(text)
    setTyped(text)
  }
  // A row disappears once it is correct: the focus stays in the dialog, where Escape is heard.
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const element = input.current
    return () => {
      if (element && element === document.activeElement)
        element.closest<HTMLElement>('[tabindex="-1"]')?.focus()
    }
  }, [])
  const commit = () => {
    if (typed !== text) onCommit(typed)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && typed !== text) {
      // Keeps the dialog open.
      event.stopPropagation()
      setTyped(text)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    commit()
    const inputs = [...(event.currentTarget.closest('[role=table]')?.querySelectorAll('input') ?? [])]
    if (event.shiftKey) inputs.reverse()
    const following = inputs.slice(inputs.indexOf(event.target as HTMLInputElement) + 1)
    const next = following.find(input => input.dataset.column === String(column)) ?? following[0]
    next?.focus()
  }
  return (
    <TextField
      fullWidth
      size="small"
      margin="none"
      label={label}
      value={typed}
      error={reason !== ''}
      helperText={reason}
      onChange={event => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
      inputRef={input}
      slotProps={{
        htmlInput: { 'aria-label': name, 'data-column': column, autoComplete: 'off', spellCheck: false },
      }}
    />
  )
}
