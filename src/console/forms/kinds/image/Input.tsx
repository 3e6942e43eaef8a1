/**
 * A small picture that the user chooses; it is scaled down in the browser and stored in the record as a data URL.
 *
 * Instead of `ImageInput`: its value is `{rawFile, src}`, but §7 stores a text; and it does not scale pictures down.
 */
import ImageOutlined from '@mui/icons-material/ImageOutlined'
import { Avatar, Box, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId, useRef, useState } from 'react'
import { pictureSource } from '../../picture'
import { InputHelp } from '../InputHelp'
import { type InputProps, inputText, useFieldInput } from '../input'
import { smallPicture } from './smallPicture'

/** Characters of a data URL, as in the kind `image` (`engine/kinds/documents`). */
const MAX_LENGTH = 140_000

export function ImageInput(props: InputProps) {
  const input = useFieldInput(props)
  const translate = useTranslate()
  const labelId = useId()
  const fileInput = useRef<HTMLInputElement>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const isPresent = inputText(input.value) !== ''
  const problem = isUnreadable ? translate('forms.input.noPicture') : input.problem
  const help = input.help || translate('forms.input.pictureHelp')

  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    const picture = await smallPicture(chosen, props.field.max ?? MAX_LENGTH)
    setUnreadable(picture === undefined)
    if (picture !== undefined) input.change(picture)
  }

  return (
    <Box role="group" aria-labelledby={labelId}>
      <Box id={labelId} sx={{ fontSize: 12, color: 'text.secondary', mb: 0.5 }}>
        {input.label}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Avatar
          variant="rounded"
          src={pictureSource(input.value)}
          alt=""
          sx={{ width: 56, height: 56, bgcolor: 'action.hover', color: 'text.secondary' }}
        >
          <ImageOutlined />
        </Avatar>
        <Button
          variant="outlined"
          size="small"
          ref={input.ref}
          aria-describedby={`${labelId}text`}
          onClick={() => fileInput.current?.click()}
        >
          <span>{translate(isPresent ? 'forms.input.changePicture' : 'forms.input.choosePicture')}</span>
        </Button>
        <input
          ref={fileInput}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChange={event => {
            void choose(event.target.files?.[0])
            // Otherwise choosing the same file again would fire no event.
            event.target.value = ''
          }}
        />
        {isPresent && (
          <Button size="small" color="inherit" onClick={() => input.change('')}>
            {translate('forms.input.removePicture')}
          </Button>
        )}
      </Box>
      <InputHelp id={`${labelId}text`} problem={problem} help={help} />
    </Box>
  )
}
