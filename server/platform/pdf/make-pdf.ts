import { TaskProcess } from '../jobs/task-process.ts'
import type { PdfTasks } from './main.ts'
import type { Paper } from './paper.ts'

const busy = 'Many PDFs are being made right now. Try again in a moment.'
const writer = new TaskProcess<PdfTasks>({
  name: 'writes PDFs',
  files: { source: 'platform/pdf/main.ts', compiled: 'dist/pdf.js' },
  lowPriority: true,
  megabytes: 256,
  toError: () => new Error('A PDF cannot be written'),
  interrupted: busy,
  waits: { busy },
})

/**
 * Writes a PDF in a process of its own, one at a time, in turns between companies (decision 089).
 *
 * @param abortSignal ends the wait for a turn
 * @throws AppError unavailable when too many are waiting, or when the process ended
 */
export const makePdf = (companyId: number, paper: Paper, abortSignal?: AbortSignal): Promise<Buffer> =>
  writer.turns.take(companyId, abortSignal, () => writer.run('writePdf', [paper]))
