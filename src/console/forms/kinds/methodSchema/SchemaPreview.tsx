/**
 * What a schema that is being written comes to: the first thing that is wrong with it, or its form and what a device
 * would get.
 */
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type ReactNode, useDeferredValue, useId, useMemo, useState } from 'react'
import type { ValueSchema } from '../../../../engine/valueObject/schema'
import { isValueSchema, schemaProblem } from '../../../../engine/valueObject/schemaProblem'
import { ObjectInput } from '../../method/object/ObjectInput'

export default function SchemaPreview({ written }: { written: unknown }) {
  const translate = useTranslate()
  const later = useDeferredValue(written)
  const { schema, key, params } = useMemo(() => check(later), [later])
  if (schema) return <Preview schema={schema} />
  return (
    <Frame hint={translate('forms.method.previewNone')}>
      {key && (
        <Typography role="status" variant="body2" color="error" sx={{ overflowWrap: 'anywhere' }}>
          {translate(key, params)}
        </Typography>
      )}
    </Frame>
  )
}

interface Checked {
  schema?: ValueSchema
  /** The key of the problem's sentence; absent for an empty field. */
  key?: string
  params?: Readonly<Record<string, string | number>>
}

function check(written: unknown): Checked {
  if (written === null || written === undefined || written === '') return {}
  const read = typeof written === 'string' ? parsed(written) : { value: written }
  if ('line' in read)
    return read.line === undefined
      ? { key: 'forms.method.notJson' }
      : { key: 'forms.method.notJsonAt', params: { line: read.line } }
  if (isValueSchema(read.value)) return { schema: read.value }
  const problem = schemaProblem(read.value)
  return { key: `errors.${problem?.code}`, params: problem?.params }
}

/** Engines say where they stopped, each in its own way, and some do not. */
function parsed(text: string): { value: unknown } | { line: number | undefined } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    const { message } = error as Error
    const [, line] = /line (\d+)/.exec(message) ?? []
    const [, at] = /position (\d+)/.exec(message) ?? []
    if (line) return { line: Number(line) }
    return { line: at ? text.slice(0, Number(at)).split('\n').length : undefined }
  }
}

function Preview({ schema }: { schema: ValueSchema }) {
  const translate = useTranslate()
  const [value, setValue] = useState<string>()
  return (
    <Frame hint={translate('forms.method.previewHint')}>
      {/* Enter would save the command around it. */}
      <Box onKeyDown={event => event.key === 'Enter' && event.preventDefault()}>
        <ObjectInput
          schema={schema}
          label={translate('forms.method.preview')}
          value={value}
          onChange={setValue}
        />
      </Box>
      <Typography variant="caption" color="text.secondary" sx={{ mt: 2, display: 'block' }}>
        {translate('forms.method.sent')}
      </Typography>
      <Box
        component="code"
        sx={{ fontFamily: 'ui-monospace, monospace', fontSize: 13, overflowWrap: 'anywhere' }}
      >
        {value}
      </Box>
    </Frame>
  )
}

function Frame({ hint, children }: { hint: string; children: ReactNode }) {
  const translate = useTranslate()
  const id = useId()
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ border: 1, borderColor: 'divider', borderStyle: 'dashed', borderRadius: 1, p: 2 }}
    >
      <Typography id={id} component="h3" variant="subtitle2">
        {translate('forms.method.preview')}
      </Typography>
      <Typography variant="caption" color="text.secondary" component="p" sx={{ mb: 2 }}>
        {hint}
      </Typography>
      {children}
    </Box>
  )
}
