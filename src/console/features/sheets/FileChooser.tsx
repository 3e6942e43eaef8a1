/**
 * Chooses, replaces or removes a file. Refuses only files that are empty or too large; the server checks the type by
 * the content (security 27).
 */
import Description from '@mui/icons-material/Description'
import UploadFile from '@mui/icons-material/UploadFile'
import { Box, Button, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { plainFileName } from '../../../domain/fileName'
import { useConfig } from '../../config'
import { bytes } from '../../ui/text/bytes'

interface FileChooserProps {
  file: File | undefined
  onChoose: (file: File | undefined) => void
  disabled: boolean
}

export function FileChooser({ file, onChoose, disabled }: FileChooserProps) {
  const translate = useTranslate()
  const limit = useConfig().app.limits.upload.bytes
  const [problem, setProblem] = useState('')
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    multiple: false,
    disabled,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejected) => {
      const [chosen] = accepted
      if (rejected.length > 0 || !chosen) return setProblem(translate('roster.dialog.one'))
      if (chosen.size > limit) return setProblem(translate('roster.dialog.large', { limit: bytes(limit) }))
      if (chosen.size === 0) return setProblem(translate('roster.dialog.empty', { name: chosen.name }))
      setProblem('')
      onChoose(chosen)
    },
  })

  const restingColour = problem ? 'error.main' : 'text.secondary'
  return (
    <Box
      {...getRootProps({ role: 'group', 'aria-label': translate('roster.dialog.file') })}
      sx={{
        border: '1px dashed',
        borderColor: isDragActive ? 'primary.main' : restingColour,
        bgcolor: isDragActive ? 'action.hover' : 'transparent',
        borderRadius: 1,
        p: 2,
        minHeight: 96,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        alignItems: 'center',
        justifyContent: file ? 'space-between' : 'center',
      }}
    >
      <input {...getInputProps({ accept: '.xlsx,.csv', 'aria-label': translate('roster.dialog.file') })} />
      {file ? (
        <>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
            <Description aria-hidden color="primary" />
            <Box sx={{ minWidth: 0 }}>
              <Typography noWrap>{plainFileName(file.name)}</Typography>
              <Typography variant="body2" color="text.secondary">
                {bytes(file.size)}
              </Typography>
            </Box>
          </Box>
          <Box sx={{ display: 'flex', gap: 1 }}>
            <Button size="small" variant="outlined" onClick={open} disabled={disabled}>
              {translate('roster.dialog.change')}
            </Button>
            <Button
              size="small"
              color="inherit"
              disabled={disabled}
              onClick={() => {
                setProblem('')
                onChoose(undefined)
              }}
            >
              {translate('roster.dialog.remove')}
            </Button>
          </Box>
        </>
      ) : (
        <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1, textAlign: 'center' }}>
          <Button variant="outlined" startIcon={<UploadFile />} onClick={open} disabled={disabled}>
            {translate('roster.dialog.pick')}
          </Button>
          <Typography variant="body2" color="text.secondary">
            {translate('roster.dialog.drop', { limit: bytes(limit) })}
          </Typography>
        </Box>
      )}
      {problem && (
        <Typography role="alert" variant="body2" color="error" sx={{ flexBasis: '100%' }}>
          {problem}
        </Typography>
      )}
    </Box>
  )
}
