import { answerTasks } from '../jobs/task-process.ts'
import { writePdf } from './write-pdf.ts'

const tasks = { writePdf }
export type PdfTasks = typeof tasks

answerTasks(tasks, () => undefined)
