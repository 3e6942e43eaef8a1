/** The points of the chart as a table, the newest first. */
import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { SignalHistory } from '../../../../contract/devicePage'
import { SHORT_FORM } from '../../../../domain/dates'
import { CELLS } from '../../../forms/cells/cells'
import { NAME_COLUMN, TableRegion } from '../../../forms/list/TableRegion'
import { TimeGroup } from '../../../ui/time/TimeGroup'
import { TimeText } from '../../../ui/time/TimeText'
import { useZone } from '../../../ui/time/zones'
import { dbm } from '../device'

export function SignalTable({ history: { points } }: { history: SignalHistory }) {
  const translate = useTranslate()
  const zone = useZone({ utcFirst: true })
  const title = translate('device.signal.table')
  const Grade = CELLS.signal
  return (
    <TimeGroup zoneInHead>
      <Box sx={{ display: 'flex', flexDirection: 'column', maxHeight: 320 }}>
        <TableRegion label={title} busy={false} compact>
          <Table size="small" stickyHeader aria-label={title}>
            <TableHead>
              <TableRow>
                <TableCell
                  className={NAME_COLUMN}
                >{`${translate('device.signal.time')} (${zone})`}</TableCell>
                <TableCell>{translate('device.signal.grade')}</TableCell>
                {(['mean', 'min', 'max'] as const).map(name => (
                  <TableCell key={name} align="right">
                    {translate(`device.signal.${name}`)}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {points.toReversed().map(({ at, rsrp, min, max }) => (
                <TableRow key={at}>
                  <TableCell className={NAME_COLUMN}>
                    <TimeText time={at} form={SHORT_FORM} utcFirst />
                  </TableCell>
                  <TableCell>
                    <Grade value={rsrp} record={{}} name="signal" />
                  </TableCell>
                  {[rsrp, min, max].map((value, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: three columns that stay
                    <TableCell key={column} align="right">
                      {dbm(value)}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableRegion>
      </Box>
    </TimeGroup>
  )
}
