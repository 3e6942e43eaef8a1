/** A small picture: chosen, made smaller here, and kept in the record itself. */
import ImageOutlined from '@mui/icons-material/ImageOutlined'
import { Avatar, Box, Button, FormHelperText } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId, useRef, useState } from 'react'
import { shownPicture } from '../../picture'
import { type InputProps, shownText, useFieldInput } from '../input'
import { smallPicture } from './smallPicture'

/** As the kind bounds it (`engine/kinds/image`). */
const LONGEST = 140_000

export function ImageInput(props: InputProps) {
  const input = useFieldInput(props)
  const translate = useTranslate()
  const label = useId()
  const file = useRef<HTMLInputElement>(null)
  const [failed, setFailed] = useState(false)
  const isThere = shownText(input.value) !== ''
  const problem = failed ? translate('forms.input.noPicture') : input.problem
  const text = problem ?? (input.help || translate('forms.input.pictureHelp'))

  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    const made = await smallPicture(chosen, props.field.max ?? LONGEST)
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
          src={shownPicture(input.value)}
          alt=""
          sx={{ width: 56, height: 56, bgcolor: 'action.hover', color: 'text.secondary' }}
        >
          <ImageOutlined />
        </Avatar>
        <Button
          variant="outlined"
          size="small"
          ref={input.ref}
          aria-describedby={`${label}text`}
          onClick={() => file.current?.click()}
        >
          {translate(isThere ? 'forms.input.changePicture' : 'forms.input.choosePicture')}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChange={event => {
            void choose(event.target.files?.[0])
            // The same file may be chosen again.
            event.target.value = ''
          }}
        />
        {isThere && (
          <Button size="small" color="inherit" onClick={() => input.change('')}>
            {translate('forms.input.removePicture')}
          </Button>
        )}
      </Box>
      <FormHelperText
        id={`${label}text`}
        error={problem !== undefined}
        role={problem ? 'alert' : undefined}
        sx={{ mx: 0 }}
      >
        {text}
      </FormHelperText>
    </Box>
  )
}
