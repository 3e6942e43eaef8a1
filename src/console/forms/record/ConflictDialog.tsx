/**
 * Shown when another user has saved the record in the meantime: compares both changes and asks which to keep. Must be
 * rendered within the form's context.
 */
import {
  Box,
  Button,
  Chip,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  type Theme,
} from '@mui/material'
import { useState } from 'react'
import { type UseFormReturn, useFormContext } from 'react-hook-form'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import type { WriteContext } from '../../../engine/validation/writableRecord'
import { useTranslate } from '../../config'
import { BusyButton } from '../../ui/controls/BusyButton'
import { useSingleFlight } from '../../ui/controls/useSingleFlight'
import { DialogFrame } from '../../ui/dialogs/DialogFrame'
import { changedFields, mergedValues, startValues, type Values } from './formValues'
import { FieldValue } from './ShownValue'

interface ConflictDialogProps {
  resource: CompiledResource
  writing: WriteContext
  /** The record as this user read it. */
  base: Values
  /** The record as the other user saved it. */
  theirs: Values
  /** Saves the merged values, or shows the problem in the form. */
  onSave: (values: Values, form: UseFormReturn) => Promise<unknown>
  onTakeTheirs: () => void
  onClose: () => void
}

export function ConflictDialog({
  resource,
  writing,
  base,
  theirs,
  onSave,
  onTakeTheirs,
  onClose,
}: ConflictDialogProps) {
  const form = useFormContext()
  const translate = useTranslate()
  const [isBusy, setBusy] = useState(false)
  const mine = form.getValues()
  const myChanges = changedFields(resource, base, mine)
  const theirChanges = changedFields(resource, base, theirs)

  const keepMine = useSingleFlight(async () => {
    setBusy(true)
    await onSave(mergedValues(resource, base, form.getValues(), theirs, writing), form)
    setBusy(false)
  })
  const takeTheirs = () => {
    form.reset(startValues(resource, theirs, writing))
    onTakeTheirs()
    onClose()
  }

  return (
    <DialogFrame
      title={translate('records.conflict.title')}
      text={translate('records.conflict.text')}
      maxWidth="md"
      onClose={isBusy ? undefined : onClose}
      closeLabel={translate('records.conflict.back')}
      actions={
        <>
          <Button variant="outlined" onClick={takeTheirs} disabled={isBusy}>
            {translate('records.conflict.takeTheirs')}
          </Button>
          <BusyButton variant="contained" onClick={() => void keepMine()} busy={isBusy}>
            {translate('records.conflict.keepMine')}
          </BusyButton>
        </>
      }
    >
      <Box sx={{ mt: 2 }}>
        <Table size="small" sx={TWO_COLUMNS}>
          <TableHead>
            <TableRow>
              {(['field', 'mine', 'theirs'] as const).map(column => (
                <TableCell key={column} sx={column === 'field' ? ABOVE_BOTH : undefined}>
                  {translate(`records.conflict.${column}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {[...new Set([...theirChanges, ...myChanges])].map(field => (
              <TableRow key={field.name}>
                <TableCell component="th" scope="row" sx={[ABOVE_BOTH, WHOLE_WORDS]}>
                  {translate(field.label)}
                </TableCell>
                <ValueCell record={mine} field={field} isChanged={myChanges.includes(field)} />
                <ValueCell record={theirs} field={field} isChanged={theirChanges.includes(field)} />
              </TableRow>
            ))}
            {theirChanges.length + myChanges.length === 0 && (
              <TableRow>
                <TableCell colSpan={3} sx={ABOVE_BOTH}>
                  {translate('records.conflict.nothing')}
                </TableCell>
              </TableRow>
            )}
          </TableBody>
        </Table>
      </Box>
    </DialogFrame>
  )
}

/** On a phone: the name of a field above its two values, which share the width. */
const TWO_COLUMNS = ({ breakpoints }: Theme) => ({
  [breakpoints.down('sm')]: {
    '& tr': { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    // The theme's height for cells is a minimum in a table, but fixed in a grid.
    '& tr > *': { height: 'auto' },
  },
})
const ABOVE_BOTH = ({ breakpoints }: Theme) => ({
  [breakpoints.down('sm')]: { gridColumn: '1 / -1', borderBottom: 0 },
})

/** Breaks lines between words, even in Korean. */
const WHOLE_WORDS = { overflowWrap: 'break-word', wordBreak: 'keep-all' } as const

interface ValueCellProps {
  record: Values
  field: CompiledField
  isChanged: boolean
}

function ValueCell({ record, field, isChanged }: ValueCellProps) {
  const translate = useTranslate()
  return (
    <TableCell>
      <Box
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          alignItems: 'center',
          gap: 1,
          fontWeight: isChanged ? 600 : undefined,
        }}
      >
        <FieldValue field={field} record={record} />
        {isChanged && (
          <Chip
            size="small"
            variant="outlined"
            label={translate('records.conflict.changed')}
            sx={{ flexShrink: 0, ...WHOLE_WORDS, '& > span': WHOLE_WORDS }}
          />
        )}
      </Box>
    </TableCell>
  )
}
