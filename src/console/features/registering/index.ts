/**
 * Registers an order and can undo it, for the compose page and the dialog of one device. Not in the index of `orders`,
 * which the first page loads.
 */
export { AddedFields, addedPath, useAddedErrors } from './AddedFields'
export { remainingHoldMs, UndoButton } from './UndoButton'
export { useAddedFields, useOrderWriteContext } from './useAddedFields'
export { type RegisteredOrder, type Registration, useRegister } from './useRegister'
