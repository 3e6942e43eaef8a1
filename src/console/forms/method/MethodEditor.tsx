/** A command's text in a code editor (§3, compose). The editor is fetched when a command has one. */
import { type ControlProps, rankWith, type UISchemaElement } from '@jsonforms/core'
import { withJsonFormsControlProps } from '@jsonforms/react'
import { Box, FormHelperText, InputLabel, Skeleton } from '@mui/material'
import { useId } from 'react'
import { LazyPart } from '../../ui/LazyPart'
import { lazyComponent } from '../../ui/lazyComponent'
import type { MethodOptions } from './MethodText'
import { useReport } from './report'

const CodeEditor = lazyComponent(() => import('./CodeEditor'))

export const editorTester = rankWith(
  3,
  ({ options }: UISchemaElement) => (options as MethodOptions | undefined)?.editor === true,
)

function MethodEditorControl(props: ControlProps) {
  const { data, path, handleChange, errors, label, uischema, enabled, required } = props
  const change = useReport(handleChange, path)
  const id = useId()
  const options = uischema.options as MethodOptions
  const help = errors || options.help
  return (
    <Box>
      <InputLabel
        component="div"
        id={`${id}label`}
        error={errors !== ''}
        required={required}
        sx={{ position: 'static', transform: 'none', fontSize: 12, mb: 0.5, whiteSpace: 'normal' }}
      >
        {label}
      </InputLabel>
      <LazyPart waiting={<Skeleton variant="rounded" height={126} />}>
        <CodeEditor
          value={typeof data === 'string' ? data : String(data ?? '')}
          onChange={change}
          placeholder={options.placeholder}
          disabled={!enabled}
          invalid={errors !== ''}
          required={required ?? false}
          labelledBy={`${id}label`}
          describedBy={help ? `${id}help` : undefined}
        />
      </LazyPart>
      {help && (
        <FormHelperText id={`${id}help`} error={errors !== ''} role={errors ? 'alert' : undefined}>
          {help}
        </FormHelperText>
      )}
    </Box>
  )
}

export const MethodEditor = withJsonFormsControlProps(MethodEditorControl)
