/** What a resource has said when its records are made, changed and deleted. */
import Type from 'typebox'
import { MESSAGES, type MessageName } from '../registry'
import { Strict, TextFor } from './text'

const SAID: Readonly<Record<MessageName, string>> = {
  created: 'Said once a record is made',
  createFailed: 'Said when it could not be made',
  updated: 'Said once a record is changed',
  updateFailed: 'Said when it could not be changed',
  deleted: 'Said once a record is deleted',
  deleteFailed: 'Said when it could not be deleted',
  confirmDelete: 'The question before deleting; %{name} is the record',
  confirmDeleteBody: 'What follows from deleting; %{name} is the record',
  incomplete: 'At a required field that is empty and has no message of its own, in a new record',
  incompleteEdit: 'The same in a record that is changed',
  downloaded: 'Of batches: said once their devices are downloaded',
  uploaded: 'Of batches: said once their devices are uploaded',
  registered: 'Of orders: said once one is registered',
  refused: 'Of orders: said when one is refused',
  failed: 'Of orders: said when one could not be registered',
}

export const Messages = Strict(
  Object.fromEntries(MESSAGES.map(name => [name, Type.Optional(TextFor(SAID[name]))])) as Record<
    MessageName,
    ReturnType<typeof Type.Optional<ReturnType<typeof TextFor>>>
  >,
  'What is said when records are created, changed and deleted',
)
