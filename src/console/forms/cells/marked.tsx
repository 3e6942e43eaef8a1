/**
 * Formats that show more than text: links, colours, pictures, names of other records.
 *
 * Instead of `ReferenceField`: its LinearProgress has no name (axe aria-progressbar-name).
 * Instead of `UrlField`: it links any scheme, even `javascript:` (security 22).
 * Instead of `EmailField`: it links any text, even `a?bcc=b`, which adds a recipient.
 * Instead of `ImageField`: it fetches any address in a record, before it scrolls into view (`usePicture`).
 */
import { Box, Chip, Link } from '@mui/material'
import { useReference, useResourceContext } from 'ra-core'
import { memo, useRef } from 'react'
import { isEmail } from '../../../domain/email'
import type { CompiledField } from '../../../engine/compiled'
import { referenceSource } from '../../choices'
import { useConfig, useTranslate } from '../../config'
import { Truncated } from '../../ui/text/Truncated'
import { pictureSource, picturesIn, usePicture } from '../picture'
import { choiceOf } from '../reference/useChoices'
import { type CellProps, textOf } from './cell'

export const MARKED_CELLS = {
  badge: memo(({ value, field }: CellProps) => {
    const translate = useTranslate()
    const choice = field?.choices?.find(other => String(other.value) === textOf(value))
    const text = choice ? translate(choice.label) : textOf(value)
    return text ? <Chip size="small" label={<Truncated width="24ch">{text}</Truncated>} /> : null
  }),

  /** Only http(s) addresses become links: `javascript:` stays text (security 22). */
  link: memo(({ value }: CellProps) => {
    const text = textOf(value)
    return /^https?:\/\//i.test(text) ? (
      <Link href={text} target="_blank" rel="noopener noreferrer">
        {text.replace(/^https?:\/\//i, '')}
      </Link>
    ) : (
      text
    )
  }),

  email: memo(({ value }: CellProps) => {
    const text = textOf(value)
    return isEmail(text) ? <Link href={`mailto:${text}`}>{text}</Link> : text
  }),

  color: memo(({ value }: CellProps) => {
    const text = textOf(value)
    if (!/^#[0-9a-f]{3,8}$/i.test(text)) return <>{text}</>
    return (
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
        <Box
          component="span"
          data-colour
          sx={{ width: 14, height: 14, borderRadius: 0.5, border: 1, borderColor: 'divider', bgcolor: text }}
        />
        <span>{text}</span>
      </Box>
    )
  }),

  image: memo(({ value, record, name }: CellProps) => {
    const resource = useResourceContext()
    // A basic server (§7 only) sends the picture itself; ours sends only the names of fields with pictures.
    const dataUrl = pictureSource(value)
    if (dataUrl) return <Picture src={dataUrl} />
    return resource && picturesIn(record)?.includes(name) ? (
      <FetchedPicture resource={resource} record={record} name={name} />
    ) : null
  }),

  /** The name of the referenced record; its id while the name is loading, or if the user may not read it. */
  reference: memo(({ value, field }: CellProps) => {
    if (Array.isArray(value)) return <ReferenceNames ids={value.map(textOf)} field={field} />
    const id = textOf(value)
    // 0 stands for no record.
    if (id === '0') return ''
    return id && field?.reference ? <ReferenceName id={id} resource={field.reference} field={field} /> : id
  }),
}

const PICTURE_HEIGHT = 28

function FetchedPicture({ resource, record, name }: Omit<CellProps, 'value'> & { resource: string }) {
  const box = useRef<HTMLSpanElement>(null)
  const picture = usePicture(resource, record, name, box)
  // Reserves the height of the picture, so that the row does not grow when it arrives.
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

/** The names of several records, each in a chip. */
function ReferenceNames({ ids, field }: { ids: readonly string[]; field?: CompiledField }) {
  if (ids.length === 0) return null
  const shownIds = ids.slice(0, MAX_CHIPS)
  return (
    <Box component="span" sx={CHIPS}>
      {shownIds.map(id => (
        <Chip
          key={id}
          component="span"
          size="small"
          label={
            <Truncated width="24ch">
              {field?.reference ? <ReferenceName id={id} resource={field.reference} field={field} /> : id}
            </Truncated>
          }
        />
      ))}
      {ids.length > shownIds.length && (
        <Box component="span" sx={{ alignSelf: 'center', color: 'text.secondary' }}>
          {`+${(ids.length - shownIds.length).toLocaleString('ko-KR')}`}
        </Box>
      )}
    </Box>
  )
}

/** More chips would not fit on the single line of a table row. */
const MAX_CHIPS = 3

const CHIPS = {
  display: 'inline-flex',
  flexWrap: 'wrap',
  gap: 0.5,
  maxWidth: 1,
  'td &': { flexWrap: 'nowrap' },
} as const

function ReferenceName({ id, resource, field }: { id: string; resource: string; field: CompiledField }) {
  const config = useConfig()
  const { referenceRecord } = useReference({ reference: referenceSource(config, field, resource), id })
  return <>{referenceRecord ? choiceOf(referenceRecord, config.resources[resource]).label : id}</>
}
