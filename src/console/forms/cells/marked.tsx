/** Formats that show more than text: links, colours, pictures, names of other records. */
import { Box, Chip, Link } from '@mui/material'
import { useReference, useResourceContext } from 'ra-core'
import { memo, useRef } from 'react'
import { isEmail } from '../../../domain/email'
import { formatPhone } from '../../../domain/phone'
import type { CompiledField } from '../../../engine/compiled'
import { useConfig } from '../../config'
import { Cut } from '../../ui/text/Cut'
import { pictureSource, picturesIn, usePicture } from '../picture'
import { referenceSource } from '../reference/referenceSource'
import { type CellProps, textOf } from './cell'

const BadgeCell = memo(({ value }: CellProps) => {
  const text = textOf(value)
  return text ? <Chip size="small" label={<Cut width="24ch">{text}</Cut>} /> : null
})

/** Only addresses of the web become links: `javascript:` in a record stays text (security 22). */
const LinkCell = memo(({ value }: CellProps) => {
  const text = textOf(value)
  return /^https?:\/\//i.test(text) ? (
    <Link href={text} target="_blank" rel="noopener noreferrer">
      {text.replace(/^https?:\/\//i, '')}
    </Link>
  ) : (
    text
  )
})

const EmailCell = memo(({ value }: CellProps) => {
  const text = textOf(value)
  return isEmail(text) ? <Link href={`mailto:${text}`}>{text}</Link> : text
})

const ColorCell = memo(({ value }: CellProps) => {
  const text = textOf(value)
  if (!/^#[0-9a-f]{3,8}$/i.test(text)) return <>{text}</>
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Box
        component="span"
        data-colour
        sx={{ width: 14, height: 14, borderRadius: 0.5, border: 1, borderColor: 'divider', bgcolor: text }}
      />
      {text}
    </Box>
  )
})

const PICTURE_HEIGHT = 28

const ImageCell = memo(({ value, record, name }: CellProps) => {
  const resource = useResourceContext()
  const sent = pictureSource(value)
  if (sent) return <Picture src={sent} />
  return resource && picturesIn(record)?.includes(name) ? (
    <FetchedPicture resource={resource} record={record} name={name} />
  ) : null
})

type FetchedPictureProps = Pick<CellProps, 'record' | 'name'> & { resource: string }

function FetchedPicture({ resource, record, name }: FetchedPictureProps) {
  const box = useRef<HTMLSpanElement>(null)
  const picture = usePicture(resource, record, name, box)
  // As high as the picture, so that the row does not grow when it arrives.
  return (
    <Box component="span" ref={box} sx={{ display: 'block', minHeight: PICTURE_HEIGHT }}>
      {picture && <Picture src={picture} />}
    </Box>
  )
}

const Picture = ({ src }: { src: string }) => (
  <Box
    component="img"
    src={src}
    alt=""
    sx={{ height: PICTURE_HEIGHT, borderRadius: 0.5, display: 'block' }}
  />
)

/** The name of the record that a reference points to; its id until the name has arrived, or where it may not be read. */
const ReferenceCell = memo(({ value, field }: CellProps) => {
  const id = textOf(value)
  if (id === '0') return ''
  return id && field?.reference ? <ReferenceName id={id} resource={field.reference} field={field} /> : id
})

function ReferenceName({ id, resource, field }: { id: string; resource: string; field: CompiledField }) {
  const config = useConfig()
  const { recordName = 'name', fields } = config.resources[resource] ?? {}
  const reference = referenceSource(config, field, resource)
  const { referenceRecord } = useReference({ reference, id })
  const name = textOf(referenceRecord?.[recordName]) || id
  // Grouped as in the list of that resource (§2).
  return <>{fields?.[recordName]?.format === 'phone' ? formatPhone(name) : name}</>
}

export const MARKED_CELLS = {
  badge: BadgeCell,
  link: LinkCell,
  email: EmailCell,
  color: ColorCell,
  image: ImageCell,
  reference: ReferenceCell,
}
