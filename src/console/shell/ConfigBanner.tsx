/** Says on every page that a config file is refused, where and why, until it is mended; and, more quietly, what is warned of. */
import { Alert, Box, Button } from '@mui/material'
import { useStore, useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import type { ConfigProblem } from '../../contract/config'

/** So many errors are shown without asking; warnings are only counted. */
const FIRST = { error: 2, warning: 0 } as const
type Severity = keyof typeof FIRST

export default function ConfigBanner({ problems }: { problems: readonly ConfigProblem[] }) {
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  const errors = problems.filter(problem => !warnings.includes(problem))
  return (
    <>
      {errors.length > 0 && <Problems problems={errors} severity="error" />}
      {warnings.length > 0 && <Warnings problems={warnings} />}
    </>
  )
}

/** Who has read the warnings hides them; other ones are shown again. */
function Warnings({ problems }: { problems: readonly ConfigProblem[] }) {
  const now = problems.map(({ file, path, message }) => `${file}${path}${message}`).join('\n')
  const [read, setRead] = useStore('config.warningsRead', '')
  if (read === now) return null
  return <Problems problems={problems} severity="warning" onHide={() => setRead(now)} />
}

interface ProblemsProps {
  problems: readonly ConfigProblem[]
  severity: Severity
  onHide?: () => void
}

function Problems({ problems, severity, onHide }: ProblemsProps) {
  const translate = useTranslate()
  const [all, setAll] = useState(false)
  const list = useId()
  const count = problems.length
  const first = FIRST[severity]
  return (
    <Alert
      severity={severity === 'error' ? 'error' : 'info'}
      role="status"
      square
      sx={{ '& .MuiAlert-message': { minWidth: 0, flex: 1, overflowWrap: 'anywhere' } }}
    >
      <Box component="strong" sx={{ fontWeight: severity === 'error' ? 600 : 400 }}>
        {translate(severity === 'error' ? 'shell.configRefused.title' : 'shell.configWarned.title', {
          count,
        })}
      </Box>
      {(all || first > 0) && (
        <Box component="ul" id={list} sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
          {(all ? problems : problems.slice(0, first)).map(({ file, line, column, path, message }) => (
            <li key={`${file}:${line}:${column}${path}${message}`}>
              <code>{[`${file}:${line}:${column}`, path].filter(Boolean).join(' ')}</code>{' '}
              <span>{message}</span>
            </li>
          ))}
        </Box>
      )}
      {count > first && (
        <Button
          size="small"
          color="inherit"
          aria-expanded={all}
          {...((all || first > 0) && { 'aria-controls': list })}
          onClick={() => setAll(!all)}
        >
          {translate(all ? 'shell.configRefused.fewer' : 'shell.configRefused.all', { count })}
        </Button>
      )}
      {onHide && (
        <Button size="small" color="inherit" onClick={onHide}>
          {translate('shell.configWarned.hide')}
        </Button>
      )}
    </Alert>
  )
}
