export { judgeWithRemark } from '@loopwright/transcript/remark';
