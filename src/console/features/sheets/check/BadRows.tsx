/**
 * The bad rows of a sheet alone, each with the cells to put right and the reason at the cell. As many are drawn as
 * there is room for; Enter leads to the next cell, Escape takes back what was typed.
 */
import { Box, TextField, Typography } from '@mui/material'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useTranslate } from 'ra-core'
import { type KeyboardEvent, memo, useRef, useState } from 'react'
import { useFaultText } from './sentences'
import type { BadRow } from './types'

interface BadRowsProps {
  rows: readonly BadRow[]
  headers: readonly string[]
  onEdit: (row: number, at: number, text: string) => void
}

export function BadRows({ rows, headers, onEdit }: BadRowsProps) {
  const translate = useTranslate()
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => 96,
    getItemKey: at => rows[at]!.row,
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
  const whole = row.faults.filter(({ at }) => at < 0)
  const places = [...new Set(row.faults.map(({ at }) => at).filter(at => at >= 0))].sort((a, b) => a - b)
  const right = row.cells.filter((text, at) => text && !places.includes(at))
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
          {right.join(' · ')}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {places.map(at => (
          <Box key={at} role="cell" sx={{ flex: '1 1 220px', maxWidth: 420 }}>
            <CellInput
              label={headers[at] || translate('roster.check.noHeader')}
              name={translate('roster.check.cell', { row: row.row, column: headers[at] ?? '' })}
              text={row.cells[at] ?? ''}
              reason={row.faults
                .filter(fault => fault.at === at)
                .map(faultText)
                .join(' ')}
              onCommit={text => onEdit(row.row, at, text)}
            />
          </Box>
        ))}
      </Box>
      {whole.map(fault => (
        <Typography key={`${fault.code}${fault.column}`} role="cell" variant="body2" color="error">
          {[fault.column, faultText(fault)].filter(Boolean).join(': ')}
        </Typography>
      ))}
    </>
  )
})

interface CellInputProps {
  label: string
  /** With its row, for who does not see it. */
  name: string
  text: string
  reason: string
  onCommit: (text: string) => void
}

function CellInput({ label, name, text, reason, onCommit }: CellInputProps) {
  const [typed, setTyped] = useState(text)
  const [before, setBefore] = useState(text)
  // What the check says of the cell replaces what was typed only where the cell itself has changed.
  if (before !== text) {
    setBefore(text)
    setTyped(text)
  }
  const commit = () => {
    if (typed !== text) onCommit(typed)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && typed !== text) {
      // The dialog stays.
      event.stopPropagation()
      setTyped(text)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    commit()
    const inputs = [...(event.currentTarget.closest('[role=table]')?.querySelectorAll('input') ?? [])]
    inputs[inputs.indexOf(event.target as HTMLInputElement) + 1]?.focus()
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
      slotProps={{ htmlInput: { 'aria-label': name, autoComplete: 'off', spellCheck: false } }}
    />
  )
}
