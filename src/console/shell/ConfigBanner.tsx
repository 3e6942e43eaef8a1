/** Says on every page that a config file is refused, where and why, until it is mended. */
import { Alert, Box, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import type { ConfigProblem } from '../../contract/config'

/** So many are shown without asking. */
const FIRST = 2

export default function ConfigBanner({ problems }: { problems: readonly ConfigProblem[] }) {
  const translate = useTranslate()
  const [all, setAll] = useState(false)
  const list = useId()
  return (
    <Alert
      severity="error"
      role="status"
      square
      sx={{ '& .MuiAlert-message': { minWidth: 0, flex: 1, overflowWrap: 'anywhere' } }}
    >
      <Box component="strong" sx={{ fontWeight: 600 }}>
        {translate(`shell.configRefused.${problems.every(({ isNotice }) => isNotice) ? 'notice' : 'title'}`)}
      </Box>
      <Box component="ul" id={list} sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {(all ? problems : problems.slice(0, FIRST)).map(({ file, line, column, path, message }) => (
          <li key={`${file}:${line}:${column}${path}${message}`}>
            <code>{[`${file}:${line}:${column}`, path].filter(Boolean).join(' ')}</code>{' '}
            <span>{message}</span>
          </li>
        ))}
      </Box>
      {problems.length > FIRST && (
        <Button
          size="small"
          color="inherit"
          aria-expanded={all}
          aria-controls={list}
          onClick={() => setAll(!all)}
        >
          {translate(all ? 'shell.configRefused.fewer' : 'shell.configRefused.all', {
            count: problems.length,
          })}
        </Button>
      )}
    </Alert>
  )
}
