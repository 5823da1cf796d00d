module pets

go 1.18

require github.com/aws/aws-lambda-go v1.47.0
