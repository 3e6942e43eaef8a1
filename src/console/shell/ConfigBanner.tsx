/**
 * Shows on every page the problems of the service and of config: errors in its files, stored data that do not match it,
 * and warnings, which the user can hide.
 */
import { Alert, type AlertColor, Box, Button } from '@mui/material'
import { useStore, useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import type { ConfigProblem } from '../../contract/config'

export default function ConfigBanner({ problems }: { problems: readonly ConfigProblem[] }) {
  const serviceProblems = problems.filter(({ kind }) => kind === 'service')
  const dataProblems = problems.filter(({ kind }) => kind === 'data')
  const fileProblems = problems.filter(({ kind }) => kind === undefined)
  const warnings = fileProblems.filter(({ severity }) => severity === 'warning')
  const errors = fileProblems.filter(({ severity }) => severity === 'error')
  return (
    <>
      {serviceProblems.map(({ message }) => (
        <Alert key={message} severity="error" role="status" square>
          <span>{message}</span>
        </Alert>
      ))}
      {errors.length > 0 && <Problems problems={errors} severity="error" title="shell.configRefused.title" />}
      {dataProblems.length > 0 && (
        <Problems problems={dataProblems} severity="warning" title="shell.configData.title" />
      )}
      {warnings.length > 0 && <Warnings problems={warnings} />}
    </>
  )
}

/** Warnings can be hidden; they are shown again when they change. */
function Warnings({ problems }: { problems: readonly ConfigProblem[] }) {
  const warningsKey = problems.map(({ file, path, message }) => `${file}${path}${message}`).join('\n')
  const [hiddenKey, setHiddenKey] = useStore('config.warningsRead', '')
  if (hiddenKey === warningsKey) return null
  return (
    <Problems
      problems={problems}
      severity="info"
      title="shell.configWarned.title"
      onHide={() => setHiddenKey(warningsKey)}
    />
  )
}

interface ProblemsProps {
  problems: readonly ConfigProblem[]
  severity: AlertColor
  /** The i18n key of the sentence above the problems. */
  title: string
  onHide?: () => void
}

function Problems({ problems, severity, title, onHide }: ProblemsProps) {
  const translate = useTranslate()
  const [showsAll, setShowsAll] = useState(false)
  const list = useId()
  const count = problems.length
  // How many problems are listed until the user expands the list. No warning is listed, the title says how many.
  const collapsedCount = severity === 'info' ? 0 : 2
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
      {(showsAll || collapsedCount > 0) && (
        <Box component="ul" id={list} sx={{ m: 0, mt: 0.5, pl: 3 }}>
          {(showsAll ? problems : problems.slice(0, collapsedCount)).map(
            ({ file, line, column, path, message, kind }) => (
              <li key={`${file}:${line}:${column}${path}${message}`}>
                <code>
                  {[kind === 'data' ? file : `${file}:${line}:${column}`, path].filter(Boolean).join(' ')}
                </code>{' '}
                <span>{message}</span>
              </li>
            ),
          )}
        </Box>
      )}
      {count > collapsedCount && (
        <Button
          size="small"
          color="inherit"
          aria-expanded={showsAll}
          {...((showsAll || collapsedCount > 0) && { 'aria-controls': list })}
          onClick={() => setShowsAll(!showsAll)}
        >
          <span>
            {translate(showsAll ? 'shell.configRefused.fewer' : 'shell.configRefused.all', { count })}
          </span>
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
