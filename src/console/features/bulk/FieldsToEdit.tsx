/** The fields that a bulk edit sets: each is chosen from those of the form, with its new value. */
import Close from '@mui/icons-material/Close'
import { Box, Button, IconButton, MenuItem, TextField } from '@mui/material'
import type { ReactNode } from 'react'
import type { CompiledField } from '../../../engine/compiled'
import { useTranslate } from '../../config'

interface FieldsToEditProps {
  /** The fields that the user may edit. */
  fields: readonly CompiledField[]
  /** The names of the chosen ones. */
  names: readonly string[]
  onChoose: (names: string[]) => void
  /** Shows the input of a field. */
  children: (field: CompiledField) => ReactNode
}

export function FieldsToEdit({ fields, names, onChoose, children }: FieldsToEditProps) {
  const translate = useTranslate()
  const next = fields.find(({ name }) => !names.includes(name))
  return (
    <>
      {names.map((name, index) => {
        const field = fields.find(candidate => candidate.name === name)
        if (!field) return null
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row keeps its place and focus when its field changes
          <Box key={index} sx={{ display: 'grid', gap: 2 }}>
            <Box sx={{ display: 'flex', alignItems: 'end', gap: 1 }}>
              <TextField
                select
                fullWidth
                label={translate('bulk.field')}
                value={name}
                onChange={({ target }) =>
                  onChoose(names.map(chosen => (chosen === name ? target.value : chosen)))
                }
              >
                {fields
                  .filter(other => other.name === name || !names.includes(other.name))
                  .map(other => (
                    <MenuItem key={other.name} value={other.name}>
                      {translate(other.label)}
                    </MenuItem>
                  ))}
              </TextField>
              {index > 0 && (
                <IconButton
                  aria-label={translate('bulk.dropField', { field: translate(field.label) })}
                  onClick={() => onChoose(names.filter(chosen => chosen !== name))}
                >
                  <Close fontSize="small" />
                </IconButton>
              )}
            </Box>
            {children(field)}
          </Box>
        )
      })}
      {next && (
        <Button
          size="small"
          color="inherit"
          sx={{ justifySelf: 'start' }}
          onClick={() => onChoose([...names, next.name])}
        >
          {translate('bulk.addField')}
        </Button>
      )}
    </>
  )
}
