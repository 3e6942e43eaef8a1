/** A small picture: chosen, made smaller here, and kept in the record itself. */
import ImageOutlined from '@mui/icons-material/ImageOutlined'
import { Avatar, Box, Button, FormHelperText } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { type InputProps, shownText, useFieldInput } from '../input'
import { smallPicture } from './smallPicture'

/** As the kind bounds it (`engine/kinds/image`). */
const LONGEST = 140_000

export function ImageInput(props: InputProps) {
  const input = useFieldInput(props)
  const translate = useTranslate()
  const label = useId()
  const [failed, setFailed] = useState(false)
  const picture = shownText(input.value)
  const problem = failed ? translate('forms.input.noPicture') : input.problem
  const text = problem ?? (input.help || translate('forms.input.pictureHelp'))

  const choose = async (file: File | undefined) => {
    if (!file) return
    const made = await smallPicture(file, props.field.max ?? LONGEST)
    setFailed(made === undefined)
    if (made !== undefined) input.change(made)
  }

  return (
    <Box role="group" aria-labelledby={label}>
      <Box id={label} sx={{ fontSize: 12, color: 'text.secondary', mb: 0.5 }}>
        {input.label}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Avatar
          variant="rounded"
          src={picture || undefined}
          alt=""
          sx={{ width: 56, height: 56, bgcolor: 'action.hover', color: 'text.secondary' }}
        >
          <ImageOutlined />
        </Avatar>
        <Button component="label" variant="outlined" size="small">
          {translate(picture ? 'forms.input.changePicture' : 'forms.input.choosePicture')}
          <Box
            component="input"
            type="file"
            ref={input.ref}
            accept="image/png,image/jpeg,image/gif,image/webp"
            aria-label={`${input.label} ${translate('forms.input.choosePicture')}`}
            onChange={(event: React.ChangeEvent<HTMLInputElement>) => {
              void choose(event.target.files?.[0])
              // The same file may be chosen again.
              event.target.value = ''
            }}
            sx={{ position: 'absolute', opacity: 0, width: 1, height: 1, inset: 0, cursor: 'pointer' }}
          />
        </Button>
        {picture && (
          <Button size="small" color="inherit" onClick={() => input.change('')}>
            {translate('forms.input.removePicture')}
          </Button>
        )}
      </Box>
      <FormHelperText error={problem !== undefined} role={problem ? 'alert' : undefined} sx={{ mx: 0 }}>
        {text}
      </FormHelperText>
    </Box>
  )
}
