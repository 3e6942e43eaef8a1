/** Somebody else has saved the record meanwhile: what they changed, and what is to become of it (issue 3, bad input). */
import {
  Box,
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  useMediaQuery,
  useTheme,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import type { CompiledField } from '../../../engine/compiled'
import { useWords } from '../../config'
import { FieldValue } from './FormField'
import type { Values } from './formValues'

export interface ConflictDialogProps {
  /** The fields that they changed, or that stand otherwise in the form. */
  fields: readonly { field: CompiledField; mine: boolean; theirs: boolean }[]
  mine: Values
  theirs: Values
  busy: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

export function ConflictDialog(props: ConflictDialogProps) {
  const { fields, mine, theirs, busy, onKeepMine, onTakeTheirs, onClose } = props
  const translate = useTranslate()
  const words = useWords()
  const title = useId()
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  return (
    <Dialog
      open
      fullWidth
      fullScreen={phone}
      maxWidth="md"
      role="alertdialog"
      onClose={busy ? undefined : onClose}
      aria-labelledby={title}
    >
      <DialogTitle id={title}>{translate('records.conflict.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ fontSize: 14, mb: 2 }}>
          {translate('records.conflict.text')}
        </DialogContentText>
        <Box sx={{ overflowX: 'auto' }}>
          <Table size="small">
            <TableHead>
              <TableRow>
                <TableCell>{translate('records.conflict.field')}</TableCell>
                <TableCell>{translate('records.conflict.mine')}</TableCell>
                <TableCell>{translate('records.conflict.theirs')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {fields.map(({ field, mine: changedHere, theirs: changedThere }) => (
                <TableRow key={field.name}>
                  <TableCell component="th" scope="row">
                    {words(field.label)}
                  </TableCell>
                  <TableCell>
                    <Side record={mine} field={field} changed={changedHere} />
                  </TableCell>
                  <TableCell>
                    <Side record={theirs} field={field} changed={changedThere} />
                  </TableCell>
                </TableRow>
              ))}
              {fields.length === 0 && (
                <TableRow>
                  <TableCell colSpan={3}>{translate('records.conflict.nothing')}</TableCell>
                </TableRow>
              )}
            </TableBody>
          </Table>
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }}>
        <Button color="inherit" onClick={onClose} disabled={busy}>
          {translate('records.conflict.back')}
        </Button>
        <Button variant="outlined" onClick={onTakeTheirs} disabled={busy}>
          {translate('records.conflict.takeTheirs')}
        </Button>
        <Button variant="contained" onClick={onKeepMine} loading={busy}>
          {translate('records.conflict.keepMine')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface SideProps {
  record: Values
  field: CompiledField
  changed: boolean
}

function Side({ record, field, changed }: SideProps) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, fontWeight: changed ? 600 : undefined }}>
      <FieldValue field={field} record={record} />
      {changed && <Chip size="small" variant="outlined" label={translate('records.conflict.changed')} />}
    </Box>
  )
}
