/**
 * Says on every page that a config file is refused, or that stored data do not fit the config: where and why, until it
 * is mended; and, more quietly, what is warned of.
 */
import { Alert, type AlertColor, Box, Button } from '@mui/material'
import { useStore, useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import type { ConfigProblem } from '../../contract/config'

export default function ConfigBanner({ problems }: { problems: readonly ConfigProblem[] }) {
  const stored = problems.filter(({ kind }) => kind === 'data')
  const warnings = problems.filter(problem => problem.severity === 'warning' && !stored.includes(problem))
  const errors = problems.filter(problem => !stored.includes(problem) && !warnings.includes(problem))
  return (
    <>
      {errors.length > 0 && <Problems problems={errors} severity="error" title="shell.configRefused.title" />}
      {stored.length > 0 && <Problems problems={stored} severity="warning" title="shell.configData.title" />}
      {warnings.length > 0 && <Warnings problems={warnings} />}
    </>
  )
}

/** Who has read the warnings hides them; other ones are shown again. */
function Warnings({ problems }: { problems: readonly ConfigProblem[] }) {
  const now = problems.map(({ file, path, message }) => `${file}${path}${message}`).join('\n')
  const [read, setRead] = useStore('config.warningsRead', '')
  if (read === now) return null
  return (
    <Problems
      problems={problems}
      severity="info"
      title="shell.configWarned.title"
      onHide={() => setRead(now)}
    />
  )
}

interface ProblemsProps {
  problems: readonly ConfigProblem[]
  severity: AlertColor
  /** The key of the sentence above them. */
  title: string
  onHide?: () => void
}

function Problems({ problems, severity, title, onHide }: ProblemsProps) {
  const translate = useTranslate()
  const [all, setAll] = useState(false)
  const list = useId()
  const count = problems.length
  // Problems that are shown at first; warnings are only counted.
  const first = severity === 'info' ? 0 : 2
  return (
    <Alert
      severity={severity}
      role="status"
      square
      sx={{ '& .MuiAlert-message': { minWidth: 0, flex: 1, overflowWrap: 'anywhere' } }}
    >
      <Box component="strong" sx={{ fontWeight: severity === 'info' ? 400 : 600 }}>
        {translate(title, { count })}
      </Box>
      {(all || first > 0) && (
        <Box component="ul" id={list} sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
          {(all ? problems : problems.slice(0, first)).map(({ file, line, column, path, message, kind }) => (
            <li key={`${file}:${line}:${column}${path}${message}`}>
              <code>
                {[kind === 'data' ? file : `${file}:${line}:${column}`, path].filter(Boolean).join(' ')}
              </code>{' '}
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
