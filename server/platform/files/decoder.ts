import { imageMessages } from '@trunkshow/contract/images.ts'
import { TaskProcess } from '../jobs/task-process.ts'
import type { PictureRefusal, PictureTasks } from './decoder/main.ts'
import { NotPictureError } from './not-picture-error.ts'

/** Decodes pictures in a child process (decision 030). Its tasks throw NotPictureError. */
export class Decoder extends TaskProcess<PictureTasks> {
  /** @param options.lowPriority runs the process at a lower priority than the server */
  constructor({ lowPriority = false } = {}) {
    super({
      name: 'decodes pictures',
      files: { source: 'platform/files/decoder/main.ts', compiled: 'dist/decoder.js' },
      lowPriority,
      toError: ({ message, sentence }: PictureRefusal) => new NotPictureError(message, sentence),
      interrupted: imageMessages.interrupted,
    })
  }
}
