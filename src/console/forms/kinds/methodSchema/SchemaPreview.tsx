/** Previews a schema while it is written: its first problem, or the form and the value that a device would get. */
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type ReactNode, useDeferredValue, useId, useMemo, useState } from 'react'
import type { ValueSchema } from '../../../../engine/valueObject/schema'
import { isValueSchema, schemaProblem } from '../../../../engine/valueObject/schemaProblem'
import { ObjectInput } from '../../method/object/ObjectInput'

export default function SchemaPreview({ written }: { written: unknown }) {
  const translate = useTranslate()
  const deferred = useDeferredValue(written)
  const { schema, key, params } = useMemo(() => check(deferred), [deferred])
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
  /** The i18n key of the problem; absent for an empty field. */
  key?: string
  params?: Readonly<Record<string, string | number>>
}

function check(written: unknown): Checked {
  if (written === null || written === undefined || written === '') return {}
  const parsed = typeof written === 'string' ? parseJson(written) : { value: written }
  if ('line' in parsed)
    return parsed.line === undefined
      ? { key: 'forms.method.notJson' }
      : { key: 'forms.method.notJsonAt', params: { line: parsed.line } }
  if (isValueSchema(parsed.value)) return { schema: parsed.value }
  const problem = schemaProblem(parsed.value)
  return { key: `errors.${problem?.code}`, params: problem?.params }
}

/**
 * The parsed value, or the line of the syntax error. V8 reports a position and Firefox a line; without either the line
 * is `undefined`.
 */
function parseJson(text: string): { value: unknown } | { line: number | undefined } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    const { message } = error as Error
    const [, line] = /line (\d+)/.exec(message) ?? []
    const [, position] = /position (\d+)/.exec(message) ?? []
    if (line) return { line: Number(line) }
    return { line: position ? text.slice(0, Number(position)).split('\n').length : undefined }
  }
}

function Preview({ schema }: { schema: ValueSchema }) {
  const translate = useTranslate()
  const [value, setValue] = useState<string>()
  return (
    <Frame hint={translate('forms.method.previewHint')}>
      {/* Enter would submit the surrounding form. */}
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
