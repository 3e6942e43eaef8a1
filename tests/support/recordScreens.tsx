/** The list, the page and the forms of a resource at their addresses. */
import { Route, Routes } from 'react-router'
import { actions } from '../../src/console/features/records'
import RecordCreate from '../../src/console/features/records/RecordCreate'
import RecordEdit from '../../src/console/features/records/RecordEdit'
import RecordList from '../../src/console/features/records/RecordList'
import RecordShow from '../../src/console/features/records/RecordShow'
import type { CompiledConfig } from '../../src/engine/compiled'
import { config as delivered, renderInConsole } from './consoleWorld'
import { realProvider } from './stubServer'

interface Options {
  config?: CompiledConfig
  dataProvider?: object
}

/** @param path what follows the address of the list: `/edit/0` is the form of a new record */
export function openRecords(
  resource: string,
  path = '',
  { config = delivered, dataProvider = realProvider(config) }: Options = {},
) {
  const { path: list } = config.resources[resource]!
  return renderInConsole(
    <Routes>
      <Route path={list} element={<RecordList />} />
      <Route path={`${list}/edit/0`} element={<RecordCreate />} />
      <Route path={`${list}/edit/:id`} element={<RecordEdit />} />
      <Route path={`${list}/:id/show`} element={<RecordShow />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { dataProvider, config, resource, actions, at: list + path },
  )
}
