/** The text value of an order method in a code editor (§3, compose). The editor's code is fetched when needed. */
import { type ControlProps, rankWith, type UISchemaElement } from '@jsonforms/core'
import { withJsonFormsControlProps } from '@jsonforms/react'
import { Box, InputLabel, Skeleton } from '@mui/material'
import { useId } from 'react'
import { LazyPart } from '../../ui/lazy/LazyPart'
import { lazyComponent } from '../../ui/lazy/lazyComponent'
import { InputHelp } from '../kinds/InputHelp'
import { changeHandlerOf, optionsOf } from './methodControl'

const CodeEditor = lazyComponent(() => import('./CodeEditor'))

export const editorTester = rankWith(3, (control: UISchemaElement) => optionsOf(control)?.editor === true)

function MethodEditorControl(props: ControlProps) {
  const { data, errors, label, uischema, enabled, required } = props
  const id = useId()
  const { help, placeholder } = optionsOf(uischema)
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
      <LazyPart placeholder={<Skeleton variant="rounded" height={126} />}>
        <CodeEditor
          value={typeof data === 'string' ? data : String(data ?? '')}
          onChange={changeHandlerOf(props)}
          placeholder={placeholder}
          disabled={!enabled}
          invalid={errors !== ''}
          required={required ?? false}
          labelledBy={`${id}label`}
          describedBy={errors || help ? `${id}help` : undefined}
        />
      </LazyPart>
      <InputHelp id={`${id}help`} problem={errors || undefined} help={help} />
    </Box>
  )
}

export const MethodEditor = withJsonFormsControlProps(MethodEditorControl)
