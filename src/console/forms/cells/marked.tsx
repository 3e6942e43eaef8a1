/** Cells that show more than text: states, signal, links, colours, pictures, names of other records. */
import { Box, Chip, Link } from '@mui/material'
import { useReference, useResourceContext, useTranslate } from 'ra-core'
import { memo, useRef } from 'react'
import { isEmail } from '../../../domain/email'
import { formatPhone } from '../../../domain/phone'
import { type SignalGrade, signalGrade } from '../../../domain/signal'
import type { CompiledField } from '../../../engine/compiled'
import { useConfig } from '../../config'
import { Cut } from '../../ui/Cut'
import { StatusDot, type Tone } from '../../ui/StatusDot'
import { picturesIn, shownPicture, usePicture } from '../picture'
import { referenceSource } from '../reference/referenceMeta'
import { type CellProps, numberOf, textOf } from './cell'

/** §2: a coloured dot from rsrp, with a word; nothing where there is no signal. */
export const SignalCell = memo(({ value }: CellProps) => {
  const translate = useTranslate()
  const { signal } = useConfig().app.limits
  const rsrp = numberOf(value)
  const grade = signalGrade(rsrp, signal)
  if (!grade || rsrp === undefined) return null
  const dbm = `${String(rsrp).replace('-', '\u2212')} dBm`
  return (
    <StatusDot
      tone={grade satisfies SignalGrade & Tone}
      label={translate(`forms.signal.${grade}`)}
      description={translate('forms.signal.name', { grade: translate(`forms.signal.${grade}`), dbm })}
    />
  )
})

/** A green or red dot with a word (§2, client list). */
export const DotCell = memo(({ value, name }: CellProps) => {
  const translate = useTranslate()
  if (value === undefined || value === null) return null
  const word = translate(value ? `forms.dot.${name}.on` : `forms.dot.${name}.off`, {
    _: translate(value ? 'forms.yes' : 'forms.no'),
  })
  return <StatusDot tone={value ? 'success' : 'danger'} label={word} />
})

export const BadgeCell = memo(({ value }: CellProps) => {
  const text = textOf(value)
  return text ? <Chip size="small" label={<Cut width="24ch">{text}</Cut>} /> : null
})

/** Only addresses of the web become links: `javascript:` in a record stays text (security.md 22). */
export const LinkCell = memo(({ value }: CellProps) => {
  const text = textOf(value)
  return /^https?:\/\//i.test(text) ? (
    <Link href={text} target="_blank" rel="noopener noreferrer">
      {text.replace(/^https?:\/\//i, '')}
    </Link>
  ) : (
    text
  )
})

export const EmailCell = memo(({ value }: CellProps) => {
  const text = textOf(value)
  return isEmail(text) ? <Link href={`mailto:${text}`}>{text}</Link> : text
})

export const ColorCell = memo(({ value }: CellProps) => {
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

export const ImageCell = memo(({ value, record, name }: CellProps) => {
  const resource = useResourceContext()
  const here = shownPicture(value)
  if (here) return <Picture src={here} />
  return resource && picturesIn(record)?.includes(name) ? (
    <FetchedPicture resource={resource} record={record} name={name} />
  ) : null
})

function FetchedPicture({
  resource,
  record,
  name,
}: Pick<CellProps, 'record' | 'name'> & { resource: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const picture = usePicture(resource, record, name, place)
  // As high as the picture, so that no row moves when it comes.
  return (
    <Box component="span" ref={place} sx={{ display: 'block', minHeight: HEIGHT }}>
      {picture && <Picture src={picture} />}
    </Box>
  )
}

const HEIGHT = 28
const Picture = ({ src }: { src: string }) => (
  <Box component="img" src={src} alt="" sx={{ height: HEIGHT, borderRadius: 0.5, display: 'block' }} />
)

/** The name of the record that a reference points to; its id until the name is there, or where it is out of reach. */
export const ReferenceCell = memo(({ value, field }: CellProps) => {
  const id = textOf(value)
  return id && id !== '0' && field?.reference ? (
    <ReferenceName id={id} resource={field.reference} field={field} />
  ) : id === '0' ? (
    ''
  ) : (
    id
  )
})

function ReferenceName({ id, resource, field }: { id: string; resource: string; field: CompiledField }) {
  const config = useConfig()
  const { recordName: named = 'name', fields } = config.resources[resource] ?? {}
  const source = referenceSource(config, field, resource)
  const { referenceRecord } = useReference({ reference: source, id })
  const name = textOf(referenceRecord?.[named]) || id
  // Grouped as in the list of its own (§2).
  return <>{fields?.[named]?.format === 'phone' ? formatPhone(name) : name}</>
}
